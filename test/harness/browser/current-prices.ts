import type { BoardGraph } from '../servers/board-graph.ts';
import { until } from '../until.ts';
import type { BoardPageDriver } from './board-page.ts';

type Prices = readonly (readonly [id: string, american: number])[];

const PATIENCE_MS = 15_000;

/** Waits until the screen shows all prices that the origin lists, and no others. Returns both when it gives up. */
export async function currentPrices(
  board: BoardPageDriver,
  graph: BoardGraph,
  { list, key }: { readonly list: string; readonly key: string },
): Promise<{ readonly shown: Prices; readonly expected: Prices }> {
  const expected = [...(await graph.originPrices(list, key))].sort();
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  let shown: Prices = [];
  await until(async () => {
    graph.clock.advance(300); // Updates wait for their interval.
    shown = [...(await board.prices())].sort();
    return deadline.aborted || JSON.stringify(shown) === JSON.stringify(expected);
  });
  return { shown, expected };
}
