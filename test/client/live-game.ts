import { onTestFinished } from 'vitest';
import { createClient, type LiveStore } from '../../src/client/odds-client.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { graphOfTest } from '../harness/hooks/shared-graph.ts';
import type { TestGraph } from '../harness/servers/test-graph.ts';

export const KEY = 'demo_pro';

export function open(
  graph: TestGraph,
  credential: Parameters<typeof createClient>[0]['credential'] = KEY,
) {
  const client = createClient({ url: `${graph.url}/graphql`, credential });
  onTestFinished(() => client.close());
  return client;
}

export async function startGame(teams?: readonly [string, string]) {
  const game = new OneGame(teams);
  const graph = await graphOfTest({ feed: () => game.feed });
  const client = open(graph);
  return { game, graph, client };
}

/** Subscribes until the end of the test, and notes the states that the store had. */
export function watch(store: LiveStore<unknown>): string[] {
  const states: string[] = [];
  const note = () => {
    if (states.at(-1) !== store.state) states.push(store.state);
  };
  onTestFinished(store.subscribe(note));
  return states;
}

/** The errors that nobody catches, in place of those that end the test. */
export function uncaughtErrors(): unknown[] {
  const others = process.listeners('uncaughtException');
  const errors: unknown[] = [];
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => errors.push(error));
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException');
    for (const other of others) process.on('uncaughtException', other);
  });
  return errors;
}
