import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decimalOdds } from '../../src/contract/odds/implied-probability.ts';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { clvPercent } from '../../src/history/questions/closing-line-value.ts';
import { openStore } from '../../src/history/worker/open-store.ts';
import { hasPostgres, PostgresServer } from '../harness/programs/postgres.ts';
import { newStoreUrl } from '../harness/servers/recording.ts';
import { EVENTS, gameOf, randomOf, replay, SERIES } from './replayed-day.ts';
import { DAY, HOUR, NOON } from './stores/batches.ts';

const BETS = 1_000;
const TIMES = 100;

/** What is recorded of a game's series, in the order of their numbers. */
async function seriesOf(store: HistoryStore, eventId: string) {
  const found = await store.seriesOf({ eventIds: [eventId] });
  return found.sort((a, b) => Number(a.upstreamId) - Number(b.upstreamId));
}

async function expectSame(store: HistoryStore): Promise<void> {
  await replay(store);
  const random = randomOf(4_711);
  const anyGame = () => gameOf(Math.floor(random() * EVENTS));
  for (let bet = 0; bet < BETS; bet += 1) {
    const { event, points } = anyGame();
    const index = Math.floor(random() * SERIES);
    const own = points[index] ?? [];
    const { opening, closing } = (await seriesOf(store, event.id))[index] ?? {};
    const [first] = own;
    expect([opening?.at, opening?.american, opening?.line]).toEqual([
      first?.at,
      first?.american,
      first?.line,
    ]);
    const last = own.filter(({ at }) => at <= (event.startedAt ?? 0)).at(-1);
    expect(closing?.at).toBe(last?.at);
    if (closing == null || last === undefined) continue;
    expect([closing.american, closing.line, closing.status]).toEqual([
      last.american,
      last.line,
      last.status,
    ]);
    const decimal = 1.5 + random();
    const expected = (decimal / (1 + last.american / 100) - 1) * 100;
    expect(clvPercent(decimal, decimalOdds(closing.american, 0))).toBeCloseTo(expected, 9);
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
  let server: PostgresServer | null = null;

  beforeAll(async () => {
    server = hasPostgres ? await PostgresServer.start() : null;
  });
  afterAll(() => server?.stop());

  async function expectSameFrom(url = ''): Promise<void> {
    const store = await openStore(url);
    await expectSame(store);
    await store.close();
  }

  test('from SQLite', () => expectSameFrom(newStoreUrl()));

  test.skipIf(!hasPostgres)('from PostgreSQL', async () => {
    await expectSameFrom(await server?.createDatabase());
  });
});
