import { expect } from 'vitest';
import { marketMatcher } from '../../../src/contract/markets.ts';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import { SseReader } from '../../harness/clients/sse-reader.ts';
import { anyEvent } from '../any-event.ts';
import type { Api } from '../api.ts';
import { type ContractCase, rule } from '../case.ts';
import { reading } from '../reading-stream.ts';
import { routeCases } from '../route-cases.ts';
import { isMoving } from '../target.ts';

const PAID = ['hobby', 'pro', 'sharp', 'enterprise'] as const;

async function connects(stream: SseReader): Promise<void> {
  await stream.take('connected');
}

/** The rows of the first snapshot. */
async function snapshotOf(api: Api, path: string): Promise<Odds[]> {
  const rows: Odds[] = [];
  await reading(api, path, async (stream) => {
    await stream.until('snapshot:complete');
    rows.push(...stream.all('snapshot').flatMap(({ odds }) => odds));
  });
  return rows;
}

/** A filter applies to the snapshot, is echoed, and gives as many prices as `/odds` does. */
function filterRule(
  name: 'sport' | 'sportsbook' | 'league' | 'event' | 'market',
  values: (api: Api) => Promise<string[]> | string[],
  fits: (odds: Odds, values: readonly string[]) => boolean,
): ContractCase {
  return rule(`${name} selects what it names`, async (api) => {
    const wanted = await values(api);
    const query = `${name}=${wanted.join()}`;
    const { meta } = await api.read(OddsPage, `/odds?${query}&limit=1`);
    await reading(api, `/stream?channel=odds&${query}`, async (stream) => {
      const { filters } = await stream.take('connected');
      expect(filters).toEqual({
        sportsbook: null,
        sport: null,
        league: null,
        event: null,
        market: null,
        [name]: wanted,
      });
      const { total_odds } = await stream.until('snapshot:complete');
      const rows = stream.all('snapshot').flatMap(({ odds }) => odds);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(fits(row, wanted)).toBe(true);
      if (!isMoving) expect(total_odds).toBe(meta.total);
    });
  });
}

/** A threshold applies to open opportunities; a lower one gives more of them. */
function thresholdRule(
  parameter: string,
  by: number,
  read: (stream: SseReader) => number[],
): ContractCase {
  return rule(`${parameter} is a lower bound, and is ${by} where it is not given`, async (api) => {
    const worths: number[][] = [];
    for (const query of ['', `&${parameter}=0`, `&${parameter}=${by * 2}`]) {
      await reading(api, `/stream?channel=opportunities${query}`, async (stream) => {
        await stream.until('snapshot:complete');
        worths.push(read(stream));
      });
    }
    const [byDefault = [], all = [], high = []] = worths;
    expect(Math.min(...byDefault)).toBeGreaterThanOrEqual(by);
    expect(Math.min(...high, Infinity)).toBeGreaterThanOrEqual(by * 2);
    if (isMoving) return;
    expect(byDefault.length).toBe(all.filter((worth) => worth >= by).length);
    expect(high.length).toBe(all.filter((worth) => worth >= by * 2).length);
  });
}

export const stream = routeCases(ROUTES.stream, () => ({ path: '/stream?event=none' }), [
  rule('opens for every paid tier with the add-on', async (api) => {
    for (const tier of PAID) {
      await reading(api, '/stream?event=none', (stream) => connects(stream), { tier });
    }
  }),
  rule('is an event stream, with the headers of data endpoints', async (api) => {
    await reading(api, '/stream?event=none', async ({ response: { headers } }) => {
      expect(headers['content-type']).toMatch(/^text\/event-stream\b/);
      expect(headers['cache-control']).toContain('no-cache');
      expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
      expect(headers['x-request-id']).toBeTruthy();
      expect(headers['x-data-delay']).toBe('0');
    });
  }),
  rule('is the channel of opportunities by default', async (api) => {
    await reading(api, '/stream', async (stream) => {
      expect(await stream.take('connected')).toMatchObject({ channel: 'opportunities' });
      expect(await stream.until('snapshot:complete')).toMatchObject({ total_odds: 0 });
    });
  }),
  filterRule(
    'sport',
    () => ['tennis', 'hockey'],
    ({ sport }, wanted) => wanted.includes(sport),
  ),
  filterRule(
    'league',
    () => ['nba', 'epl'],
    ({ league }, wanted) => wanted.includes(league),
  ),
  filterRule(
    'sportsbook',
    () => ['draftkings', 'pinnacle'],
    ({ sportsbook }, wanted) => wanted.includes(sportsbook),
  ),
  filterRule(
    'event',
    async (api) => [(await anyEvent(api)).id],
    ({ event_id: id }, wanted) => wanted.includes(id),
  ),
  filterRule(
    'market',
    () => ['main', 'player_points'],
    ({ market_type: type }, wanted) => marketMatcher(wanted)(type),
  ),
  rule('combines several filters', async (api) => {
    const query = 'league=nba&sportsbook=fanduel&market=moneyline';
    const rows = await snapshotOf(api, `/stream?channel=odds&${query}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({
        league: 'nba',
        sportsbook: 'fanduel',
        market_type: 'moneyline',
      });
    }
  }),
  rule('an event that does not exist gives an empty snapshot', async (api) => {
    expect(await snapshotOf(api, '/stream?channel=odds&event=none')).toEqual([]);
  }),
  thresholdRule('min_ev', 2, (stream) =>
    stream.all('ev:detected').flatMap((found) => found.map((item) => item.ev_percentage)),
  ),
  thresholdRule('min_profit', 0.5, (stream) =>
    stream.all('arb:detected').flatMap((found) => found.map((item) => item.profit_percent)),
  ),
  rule('min_profit does not apply to low holds', async (api) => {
    await reading(api, '/stream?channel=opportunities&min_profit=90', async (stream) => {
      await stream.until('snapshot:complete');
      expect(stream.all('low_hold:detected').length).toBeGreaterThan(0);
      expect(stream.all('arb:detected')).toEqual([]);
    });
  }),
  rule('state is added to the links of sportsbooks whose pages depend on it', async (api) => {
    const path = '/stream?channel=odds&league=nba&sportsbook=draftkings,betmgm';
    const linkOf = async (query: string) =>
      new Map((await snapshotOf(api, path + query)).map((row) => [row.id, row]));
    const [plain, stated] = [await linkOf(''), await linkOf('&state=nj')];
    for (const [id, row] of stated) {
      const link = plain.get(id)?.deep_link ?? '';
      if (row.sportsbook === 'draftkings') expect(row.deep_link).toBe(link);
      else expect(row.deep_link).toMatch(/[?&]state=nj$/);
    }
  }),
  ...['channel=gamestate', 'sport=quidditch', 'sportsbook=no_such_book'].map((query) =>
    rule(`refuses ${query}`, async (api) => {
      const parameter = query.split('=')[0] ?? '';
      await api.refused(400, 'invalid_request', `/stream?${query}`, {}, [parameter]);
    }),
  ),
  rule('refuses a sportsbook above the tier with 403, naming it and both tiers', async (api) => {
    const path = '/stream?channel=odds&sportsbook=draftkings,pinnacle';
    const words = ['pinnacle', 'sharp', 'pro'];
    await api.refused(403, 'tier_restricted', path, { tier: 'pro' }, words);
  }),
  rule('shows the sportsbooks of the tier', async (api) => {
    const counts = { hobby: 5, pro: 15, sharp: 32 } as const;
    for (const tier of ['hobby', 'pro', 'sharp'] as const) {
      const read = async (stream: SseReader) => {
        const { books } = await stream.until('snapshot:complete');
        expect(books).toHaveLength(counts[tier]);
      };
      await reading(api, '/stream?channel=odds', read, { tier });
    }
  }),
  rule('refuses an account an eleventh stream until one of ten is closed', async (api) => {
    const open = () => SseReader.open(api.urlOf('/stream'), { 'x-api-key': api.keyOf('sharp') });
    const streams = await Promise.all(Array.from({ length: 10 }, open));
    try {
      await api.refused(429, 'stream_limit_exceeded', '/stream', { tier: 'sharp' });
      await streams.pop()?.close();
      const next = await open();
      streams.push(next);
      await connects(next);
    } finally {
      await Promise.all(streams.map((stream) => stream.close()));
    }
  }),
]);

export const streamOdds = routeCases(
  ROUTES.streamOdds,
  () => ({ path: '/stream/odds?event=none' }),
  [
    rule('is the channel of odds, whatever channel the query names', async (api) => {
      await reading(api, '/stream/odds?channel=all&league=nba', async (stream) => {
        expect(await stream.take('connected')).toMatchObject({
          channel: 'odds',
          filters: { league: ['nba'] },
        });
        expect((await stream.take('snapshot')).count).toBeGreaterThan(0);
      });
    }),
  ],
);

export const streamOpportunities = routeCases(
  ROUTES.streamOpportunities,
  () => ({ path: '/stream/opportunities?event=none' }),
  [
    rule('is the channel of opportunities, whatever channel the query names', async (api) => {
      await reading(api, '/stream/opportunities?channel=odds', async (stream) => {
        expect(await stream.take('connected')).toMatchObject({ channel: 'opportunities' });
        expect(await stream.take('snapshot')).toMatchObject({ count: 0 });
      });
    }),
  ],
);

export const streamEvent = routeCases(ROUTES.streamEvent, () => ({ path: '/stream/events/any' }), [
  rule('is the channel of odds for one event', async (api) => {
    const { id } = await anyEvent(api);
    const path = `/stream/events/${encodeURIComponent(id)}?event=other`;
    await reading(api, path, async (stream) => {
      expect(await stream.take('connected')).toMatchObject({
        channel: 'odds',
        filters: { event: [id] },
      });
      const { odds } = await stream.take('snapshot');
      expect(odds.length).toBeGreaterThan(0);
      for (const row of odds) expect(row.event_id).toBe(id);
    });
  }),
]);
