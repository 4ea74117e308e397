import { describe, expect, test } from 'vitest';
import { decimalOdds } from '../../src/contract/odds/implied-probability.ts';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { clvPercent } from '../../src/history/questions/closing-line-value.ts';
import { openStore } from '../../src/history/worker/open-store.ts';
import { sharedPostgres } from '../harness/hooks/postgres.ts';
import { hasPostgres } from '../harness/programs/postgres.ts';
import { newStoreUrl } from '../harness/servers/recording.ts';
import { EVENTS, gameOf, randomOf, replay, SERIES } from './replayed-day.ts';
import { DAY, HOUR, NOON } from './stores/batches.ts';

/** Games of which bets are compared, and how many of each. */
const GAMES = 200;
const BETS_A_GAME = 5;
const TIMES = 100;

/** What is recorded of a game's series, in the order of their numbers. */
async function seriesOf(store: HistoryStore, eventId: string) {
  const found = await store.seriesOf({ eventIds: [eventId] });
  return found.sort((a, b) => Number(a.upstreamId) - Number(b.upstreamId));
}

type Game = ReturnType<typeof gameOf>;

/** What is recorded of a bet is what its points say; and so is the value of one at this price. */
function expectOpeningAndClosing(
  recorded: Awaited<ReturnType<typeof seriesOf>>[number] | undefined,
  own: Game['points'][number],
  startedAt: number,
  decimal: number,
): void {
  const { opening, closing } = recorded ?? {};
  const [first] = own;
  expect([opening?.at, opening?.american, opening?.line]).toEqual([
    first?.at,
    first?.status === 'open' ? first.american : 0,
    first?.line,
  ]);
  const last = own.filter(({ at }) => at <= startedAt).at(-1);
  expect(closing?.at).toBe(last?.at);
  if (closing == null || last === undefined) return;
  expect([closing.american, closing.line, closing.status]).toEqual([
    last.american,
    last.line,
    last.status,
  ]);
  const expected = (decimal / (1 + last.american / 100) - 1) * 100;
  expect(clvPercent(decimal, decimalOdds(closing.american, 0))).toBeCloseTo(expected, 9);
}

async function expectSame(store: HistoryStore): Promise<void> {
  await replay(store);
  const random = randomOf(4_711);
  const anyGame = () => gameOf(Math.floor(random() * EVENTS));
  for (let game = 0; game < GAMES; game += 1) {
    const { event, points } = anyGame();
    const series = await seriesOf(store, event.id);
    for (let bet = 0; bet < BETS_A_GAME; bet += 1) {
      const index = Math.floor(random() * SERIES);
      expectOpeningAndClosing(
        series[index],
        points[index] ?? [],
        event.startedAt ?? 0,
        1.5 + random(),
      );
    }
  }
  for (let time = 0; time < TIMES; time += 1) {
    const { event, points } = anyGame();
    const at = NOON - 6 * HOUR + Math.floor(random() * DAY);
    const standing = await store.standingAt({ eventIds: [event.id] }, at);
    const found = standing.flatMap(({ series, point }) =>
      point === null ? [] : [[Number(series.upstreamId), point.at]],
    );
    const expected = points.flatMap((own, index) => {
      const last = own.filter((point) => point.at <= at).at(-1);
      return last === undefined || last.status === 'removed' ? [] : [[index, last.at]];
    });
    const inOrder = (rows: (number | undefined)[][]) =>
      rows.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    expect(inOrder(found)).toEqual(inOrder(expected));
  }
}

describe('a day that is replayed answers what a script says that reads nothing but its points', {
  timeout: 1_200_000,
}, () => {
  const newPostgresUrl = sharedPostgres();

  async function expectSameFrom(url: string): Promise<void> {
    const store = await openStore(url);
    await expectSame(store);
    await store.close();
  }

  test('from SQLite', () => expectSameFrom(newStoreUrl()));

  test.skipIf(!hasPostgres)('from PostgreSQL', async () => expectSameFrom(await newPostgresUrl()));
});
