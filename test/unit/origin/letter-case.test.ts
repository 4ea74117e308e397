import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { openFeed } from '../../../src/origin/feeds/open-price-feed.ts';
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

describe('names in a request', () => {
  let origin: RunningOrigin;
  let basketball: Odds | undefined;

  beforeAll(async () => {
    const clock = new ManualClock();
    origin = await runOrigin(clock, openFeed({ clock, feed: 'simulation', seed: 1 }));
    const { body } = await origin.api.call(
      '/odds?league=nba&sportsbook=draftkings&market=moneyline&live=false&limit=1',
    );
    [basketball] = (body as { data: Odds[] }).data;
  });
  afterAll(() => origin.stop());

  test.each([
    ['/events', 'league=NBA&sport=Basketball&sportsbook=DraftKings'],
    ['/events', 'sport=Ice_Hockey'],
    ['/odds', 'league=NBA&sport=BASKETBALL&sportsbook=DraftKings&market=MoneyLine,Props'],
    ['/odds', 'market=H2H&limit=200'],
    ['/odds/delta', 'since=2026-11-20&league=NBA&sportsbook=FanDuel&market=MAIN'],
    ['/splits', 'league=NBA&sport=Basketball&sportsbook=DraftKings'],
    ['/opportunities/low_hold', 'sport=Basketball,Soccer&market=Main,PROPS'],
    ['/gamestate/Basketball', 'league=NBA'],
    ['/gamestate/ICE_HOCKEY', 'league=NHL'],
  ])('in %s?%s are matched in any case', async (path, query) => {
    const asked = await dataOf(origin, `${path}?${query}`);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).toEqual(await dataOf(origin, `${path}?${query}`.toLowerCase()));
  });

  test('in the routes of one event are matched in any case', async () => {
    const id = basketball?.event_id ?? '';
    const of = (suffix: string) => dataOf(origin, suffix);
    const rows = await of(`/events/${id}/odds?sportsbook=DraftKings&market=H2H`);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(await of(`/events/${id}/odds?sportsbook=draftkings&market=moneyline`));
    const compared = await of(`/odds/comparison?event=${id}&sportsbook=DraftKings&market=Spreads`);
    expect(compared).toEqual(
      await of(`/odds/comparison?event=${id}&sportsbook=draftkings&market=spread`),
    );
    expect(JSON.stringify(compared)).toContain('point_spread');
    const batch = async (sportsbook: string, market: string) => {
      const body = { event_ids: [id], sportsbook, market };
      const answer = await origin.api.call('/odds/batch', { method: 'POST', body });
      return (answer.body as { data: { events: { odds: unknown[] }[] } }).data.events;
    };
    const events = await batch('DraftKings', 'Totals');
    expect(events).toEqual(await batch('draftkings', 'total'));
    expect(events[0]?.odds.length).toBeGreaterThan(1);
    const redirect = `/deeplink/${basketball?.id}?book=`;
    const { status, headers } = await origin.api.call(`${redirect}DraftKings`);
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(
      (await origin.api.call(`${redirect}draftkings`)).headers.get('location'),
    );
  });

  test('of a sportsbook above the tier are refused in any case', async () => {
    for (const path of ['/odds', '/odds/delta?since=2020-01-01T00:00:00Z&', '/events']) {
      const query = `${path.includes('?') ? '' : '?'}sportsbook=Pinnacle`;
      await origin.api.refused(403, 'tier_restricted', path + query, { tier: 'free' });
    }
    const body = { event_ids: ['x'], sportsbook: 'PINNACLE' };
    const call = { method: 'POST', tier: 'free', body } as const;
    await origin.api.refused(403, 'tier_restricted', '/odds/batch', call);
  });

  test('may change their case between two pages', async () => {
    const page = async (query: string) => {
      const { body } = await origin.api.call(`/odds?limit=2&${query}`);
      return body as { data: Odds[]; meta: { pagination: { next_cursor: string } } };
    };
    const { meta } = await page('league=NBA');
    const next = await page(`league=nba&cursor=${meta.pagination.next_cursor}`);
    expect(next.data).toHaveLength(2);
  });

  test('in a stream are matched in any case', async () => {
    const query = 'league=NBA&sport=Basketball&sportsbook=DraftKings&market=H2h';
    const ids = await snapshotIds(origin, `/stream/odds?${query}`);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids).toEqual(
      await snapshotIds(
        origin,
        '/stream/odds?league=nba&sport=basketball&sportsbook=draftkings&market=moneyline',
      ),
    );
  });
});

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
});
