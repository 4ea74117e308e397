import type { Odds } from '../../../src/contract/odds/odds.ts';
import { rowsOf } from '../clients/pages.ts';
import type { TestGraph } from '../servers/test-graph.ts';
import { until } from '../until.ts';
import { type BoardPageDriver, PATIENCE_MS } from './board-page.ts';

type Prices = readonly (readonly [id: string, american: number])[];

/** Prices at the origin, and the key that reads them. */
interface Listed {
  /** Filters of the list. */
  readonly list: string;
  readonly key: string;
}

/** The origin's own prices by id, without the graph. */
export async function originPrices(
  { origin }: TestGraph,
  { list, key }: Listed,
): Promise<Map<string, number>> {
  const rows = await rowsOf<Odds>(origin, `/odds?${list}`, key);
  return new Map(rows.map(({ id, odds_american: american }) => [id, american]));
}

/** Waits until the screen shows all prices that the origin lists, and no others. Returns both when it gives up. */
export async function currentPrices(
  board: BoardPageDriver,
  graph: TestGraph,
  listed: Listed,
): Promise<{ readonly shown: Prices; readonly expected: Prices }> {
  const expected = [...(await originPrices(graph, listed))].sort();
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  let shown: Prices = [];
  await until(async () => {
    graph.clock.advance(300); // Updates wait for their interval.
    shown = [...(await board.prices())].sort();
    return deadline.aborted || JSON.stringify(shown) === JSON.stringify(expected);
  });
  return { shown, expected };
}
