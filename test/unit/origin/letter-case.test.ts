import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { event, HandMadeFeed, price, type RunningOrigin, runOrigin } from './hand-made-feed.ts';
import { openStream } from './stream/open-stream.ts';

interface Listing {
  readonly data: readonly unknown[] | Readonly<Record<string, unknown>>;
}

async function dataOf(origin: RunningOrigin, path: string): Promise<unknown[]> {
  const { status, body } = await origin.api.call(path);
  expect(status, path).toBe(200);
  const { data } = body as Listing;
  return Array.isArray(data) ? data : Object.entries(data);
}

/** The ids in the snapshot of a stream. */
async function snapshotIds(origin: RunningOrigin, path: string): Promise<string[]> {
  const stream = await openStream(origin, path);
  const { odds } = await stream.until('snapshot');
  await stream.close();
  return odds.map(({ id }) => id);
}

describe('a board with names in capitals', () => {
  const SPELLING = { sport: 'Soccer', league: 'EPL', sportsbook: 'BallyBet' } as const;
  let origin: RunningOrigin;

  beforeAll(async () => {
    const clock = new ManualClock();
    const feed = new HandMadeFeed(clock);
    const row = { ...SPELLING, market_type: 'Moneyline' };
    feed.offer(
      [
        price(row),
        price({ ...row, id: '2', market_type: 'Player_Goals' }),
        price({ ...row, id: '3', market_type: 'Championship_Winner' }),
      ],
      [event({ ...SPELLING })],
    );
    origin = await runOrigin(clock, feed);
  });
  afterAll(() => origin.stop());

  test.each([
    ['sport=soccer&league=epl&sportsbook=ballybet', ['1', '2', '3']],
    ['sport=Association_Football', ['1', '2', '3']],
    ['market=h2h', ['1']],
    ['market=props', ['2']],
    ['market=outrights', ['3']],
  ])('is found by %s, in lists and streams', async (query, ids) => {
    const listed = await dataOf(origin, `/odds?${query}`);
    expect(listed.map((row) => (row as Odds).id)).toEqual(ids);
    expect(listed[0]).toMatchObject(SPELLING);
    expect(await snapshotIds(origin, `/stream/odds?${query}`)).toEqual(ids);
    const call = { method: 'POST', body: { event_ids: ['game'], market: 'Moneyline' } } as const;
    const { body } = await origin.api.call('/odds/batch', call);
    expect(body).toMatchObject({ data: { events: [{ odds: [{ market_type: 'Moneyline' }] }] } });
    if (!query.includes('market')) {
      expect(await dataOf(origin, `/events?${query}`)).toHaveLength(1);
    }
  });

  test('is compared at a sportsbook and in a market of any spelling', async () => {
    const compared = await dataOf(
      origin,
      '/odds/comparison?event=game&sportsbook=BALLYBET&market=H2H',
    );
    expect(JSON.stringify(compared)).toContain('Moneyline');
  });

  test('a sportsbook above the tier is refused in any case', async () => {
    for (const path of ['/odds', '/odds/delta?since=2020-01-01T00:00:00Z&', '/events']) {
      const query = `${path.includes('?') ? '' : '?'}sportsbook=Pinnacle`;
      await origin.api.refused(403, 'tier_restricted', path + query, { tier: 'free' });
    }
    const body = { event_ids: ['x'], sportsbook: 'PINNACLE' };
    const call = { method: 'POST', tier: 'free', body } as const;
    await origin.api.refused(403, 'tier_restricted', '/odds/batch', call);
  });
});
