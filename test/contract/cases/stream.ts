import { expect } from 'vitest';
import { marketMatcher } from '../../../src/contract/markets.ts';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { SseReader } from '../../harness/clients/sse-reader.ts';
import type { Api } from '../api.ts';
import { type ContractCase, expectEach, rule, ruleInPlay } from '../case.ts';
import { anyEvent, reading } from '../reading.ts';
import { routeCases } from '../route-cases.ts';
import { isMoving } from '../target.ts';

/** The rows of the first snapshot. */
async function snapshotOf(api: Api, query: string): Promise<Odds[]> {
  const rows: Odds[] = [];
  await reading(api, `/stream?channel=odds&${query}`, async (stream) => {
    await stream.until('snapshot:complete');
    rows.push(...stream.all('snapshot').flatMap(({ odds }) => odds));
  });
  return rows;
}

/** A filter applies to the snapshot, is echoed, and gives as many prices as `/odds` does. */
function filterRule(
  name: 'sport' | 'sportsbook' | 'league' | 'event' | 'market',
  wanted: readonly string[] | null,
  fits: (odds: Odds, values: readonly string[]) => boolean,
): ContractCase {
  const makeRule = name === 'sport' || name === 'league' ? ruleInPlay : rule;
  return makeRule(`${name} selects what it names`, async (api) => {
    const values = wanted ?? [(await anyEvent(api)).id];
    const query = `${name}=${values}`;
    const { meta } = await api.read(OddsPage, `/odds?${query}&limit=1`);
    await reading(api, `/stream?channel=odds&${query}`, async (stream) => {
      const others = { sportsbook: null, sport: null, league: null, event: null, market: null };
      const { filters } = await stream.take('connected');
      expect(filters).toEqual({ ...others, [name]: values });
      const { total_odds } = await stream.until('snapshot:complete');
      const rows = stream.all('snapshot').flatMap(({ odds }) => odds);
      expectEach(rows, (row) => fits(row, values));
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
  rule('is an event stream, by default of opportunities', async (api) => {
    await reading(api, '/stream', async (stream) => {
      const { headers } = stream.response;
      expect(headers['content-type']).toMatch(/^text\/event-stream\b/);
      expect(headers['cache-control']).toContain('no-cache');
      expect(await stream.take('connected')).toMatchObject({ channel: 'opportunities' });
      expect(await stream.until('snapshot:complete')).toMatchObject({ total_odds: 0 });
    });
  }),
  filterRule('sport', ['tennis', 'hockey'], ({ sport }, values) => values.includes(sport)),
  filterRule('league', ['nba', 'epl'], ({ league }, values) => values.includes(league)),
  filterRule('sportsbook', ['draftkings', 'pinnacle'], ({ sportsbook }, values) =>
    values.includes(sportsbook),
  ),
  filterRule('event', null, ({ event_id: id }, values) => values.includes(id)),
  filterRule('market', ['main', 'player_points'], ({ market_type: type }, values) =>
    marketMatcher(values)(type),
  ),
  rule('combines several filters', async (api) => {
    const rows = await snapshotOf(api, 'sport=soccer&sportsbook=fanduel&market=moneyline');
    expectEach(rows, ({ sport, sportsbook, market_type: type }) => {
      return sport === 'soccer' && sportsbook === 'fanduel' && type === 'moneyline';
    });
  }),
  thresholdRule('min_ev', 2, (its) =>
    its.all('ev:detected').flatMap((found) => found.map((item) => item.ev_percentage)),
  ),
  thresholdRule('min_profit', 0.5, (its) =>
    its.all('arb:detected').flatMap((found) => found.map((item) => item.profit_percent)),
  ),
  rule('min_profit does not apply to low holds', async (api) => {
    await reading(api, '/stream?channel=opportunities&min_profit=90', async (its) => {
      await its.until('snapshot:complete');
      expect(its.all('low_hold:detected').length).toBeGreaterThan(0);
      expect(its.all('arb:detected')).toEqual([]);
    });
  }),
  ruleInPlay('state is added to the links of sportsbooks whose pages depend on it', async (api) => {
    const query = 'league=nba&sportsbook=draftkings,betmgm';
    const plain = new Map((await snapshotOf(api, query)).map((row) => [row.id, row.deep_link]));
    expectEach(await snapshotOf(api, `${query}&state=nj`), (row) =>
      row.sportsbook === 'draftkings'
        ? row.deep_link === plain.get(row.id)
        : /[?&]state=nj$/.test(row.deep_link ?? ''),
    );
  }),
  rule('refuses a sport or a sportsbook that does not exist', async (api) => {
    for (const parameter of ['sport', 'sportsbook']) {
      const path = `/stream?${parameter}=no_such_name`;
      await api.refused(400, 'invalid_request', path, {}, [parameter]);
    }
  }),
  ruleInPlay('shows the sportsbooks of the tier', async (api) => {
    const counts = { hobby: 5, pro: 15, sharp: 32 } as const;
    for (const tier of ['hobby', 'pro', 'sharp'] as const) {
      const read = async (its: SseReader) => {
        expect((await its.until('snapshot:complete')).books).toHaveLength(counts[tier]);
      };
      await reading(api, '/stream?channel=odds&market=moneyline', read, { tier });
    }
  }),
]);

export const streamOdds = routeCases(
  ROUTES.streamOdds,
  () => ({ path: '/stream/odds?event=none' }),
  [
    rule('is the channel of odds, whatever channel the query names', async (api) => {
      await reading(api, '/stream/odds?channel=all&market=moneyline', async (its) => {
        const connected = { channel: 'odds', filters: { market: ['moneyline'] } };
        expect(await its.take('connected')).toMatchObject(connected);
        expect((await its.take('snapshot')).count).toBeGreaterThan(0);
      });
    }),
  ],
);

export const streamOpportunities = routeCases(
  ROUTES.streamOpportunities,
  () => ({ path: '/stream/opportunities?event=none' }),
  [
    rule('is the channel of opportunities, whatever channel the query names', async (api) => {
      await reading(api, '/stream/opportunities?channel=odds', async (its) => {
        expect(await its.take('connected')).toMatchObject({ channel: 'opportunities' });
        expect(await its.take('snapshot')).toMatchObject({ count: 0 });
      });
    }),
  ],
);

export const streamEvent = routeCases(ROUTES.streamEvent, () => ({ path: '/stream/events/any' }), [
  rule('is the channel of odds for one event', async (api) => {
    const { id } = await anyEvent(api);
    const path = `/stream/events/${encodeURIComponent(id)}?event=other`;
    await reading(api, path, async (its) => {
      const connected = { channel: 'odds', filters: { event: [id] } };
      expect(await its.take('connected')).toMatchObject(connected);
      expectEach((await its.take('snapshot')).odds, (row) => row.event_id === id);
    });
  }),
]);
