import { beforeEach } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { GraphOptions } from '../servers/running-graph.ts';
import { ScriptedGraph } from '../servers/scripted-graph.ts';

/** The graph of a file's tests, started anew for each of them. Upstream's streams send `board`, or nothing yet. */
export function scriptedGraph(
  board: readonly Odds[] | null = null,
  options: Partial<GraphOptions> = {},
): ScriptedGraph {
  const graph = new ScriptedGraph();
  beforeEach(async () => {
    await graph.start(options);
    if (board !== null) graph.upstream.onStream = (stream) => stream.open(board);
    return () => graph.stop();
  });
  return graph;
}
