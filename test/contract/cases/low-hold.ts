import { expect } from 'vitest';
import type { LowHoldOpportunity } from '../../../src/contract/opportunities.ts';
import { DeepLinksResponse } from '../../../src/contract/routes/deep-links.ts';
import { LowHoldPage } from '../../../src/contract/routes/low-hold.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Api, Call } from '../api.ts';
import { expectEach, rule, ruleInPlay } from '../case.ts';
import { isWhole, pagesOf } from '../reading.ts';
import { routeCases } from '../route-cases.ts';

const PATH = '/opportunities/low_hold';
const NAMED = ['draftkings', 'fanduel', 'betmgm'];

const page = (api: Api, query = '', call: Call = {}) =>
  api.read(LowHoldPage, `${PATH}?limit=200&${query}`, call);

/** All opportunities, page by page. */
async function all(api: Api, query = ''): Promise<LowHoldOpportunity[]> {
  const found: LowHoldOpportunity[] = [];
  const path = `${PATH}?limit=200&${query}`;
  for await (const { data } of pagesOf(api, LowHoldPage, path)) {
    found.push(...data);
  }
  return found;
}

/** The filter of the sport with the fewest opportunities: an offset beyond 5,000 is refused. */
async function smallestSport(api: Api): Promise<string> {
  const { meta } = await page(api, 'max_hold=100');
  const [smallest] = Object.entries(meta.summary.by_sport).sort(([, a], [, b]) => a - b);
  return `sport=${smallest?.[0]}`;
}

function sidesOf({ side1, side2, side3 }: LowHoldOpportunity) {
  return [side1, side2, ...(side3 ? [side3] : [])];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const isNear = (one: number, other: number, by: number) => Math.abs(one - other) < by;
const isSorted = (values: readonly string[]) => `${values}` === `${values.toSorted()}`;

export const lowHold = routeCases(ROUTES.lowHold, () => ({ path: `${PATH}?limit=1` }), [
  rule('shows a tier only the sportsbooks that it may see', async (api) => {
    const { data } = await page(api, '', { tier: 'pro' });
    expectEach(data, ({ all_books: books }) => !/pinnacle|circa|novig/.test(books.join()));
  }),
  rule('hold is the sum of implied probabilities minus one, above 0 and up to 5', async (api) => {
    expectEach((await page(api)).data, (low) => {
      const { hold_percentage: hold } = low;
      const implied = sum(sidesOf(low).map(({ odds }) => 1 / odds.decimal));
      return isNear(hold, (implied - 1) * 100, 0.005) && hold > 0 && hold <= 5;
    });
  }),
  rule('every side has a price, probabilities, and a link or null for each book', async (api) => {
    const { data } = await page(api);
    expectEach(data.flatMap(sidesOf), ({ books, odds, deep_links: links }) => {
      const net = odds.american > 0 ? odds.american / 100 : -100 / odds.american;
      return (
        books.length > 0 &&
        `${Object.keys(links ?? {}).sort()}` === `${[...books].sort()}` &&
        isNear(odds.implied_probability, 1 / odds.decimal, 5e-5) &&
        (odds.fair_probability ?? 1) < odds.implied_probability &&
        isNear(odds.decimal, 1 + net, 5e-3)
      );
    });
    expectEach(data, (low) => {
      const fairs = sidesOf(low).map(({ odds }) => odds.fair_probability ?? 0);
      const books = new Set(sidesOf(low).flatMap((side) => side.books));
      return (
        isNear(sum(fairs), 1, 5e-4) && `${[...low.all_books].sort()}` === `${[...books].sort()}`
      );
    });
  }),
  rule('every field has a meaningful value', async (api) => {
    const lows = await all(api);
    expectEach(lows, (low) => {
      const isProp = low.market_type.startsWith('player_');
      return (
        /^[0-9a-f]{16}$/.test(low.id) &&
        Date.parse(low.detected_at) > 0 &&
        (low.confidence ?? -1) >= 0 &&
        (low.confidence ?? 101) <= 100 &&
        (low.odds_age_seconds ?? -1) >= 0 &&
        low.is_player_prop === isProp &&
        (low.player_name !== null) === isProp &&
        (low.stat_category !== null) === isProp &&
        isWhole(low) &&
        (low.is_live || low.game_state === null) &&
        (low.market_type !== 'moneyline' || !low.is_alternate_line)
      );
    });
    expect(new Set(lows.map(({ id }) => id)).size).toBe(lows.length);
  }),
  ruleInPlay('only three-way markets have side3', async (api) => {
    const soccer = await page(api, 'sport=soccer&market=moneyline');
    expectEach(soccer.data, (low) => sidesOf(low).length === 3);
    const basketball = await page(api, 'sport=basketball&market=moneyline');
    expectEach(basketball.data, (low) => sidesOf(low).length === 2);
  }),
  rule('market filters by exact types and aliases', async (api) => {
    const { data } = await page(api, 'market=moneyline,props');
    expectEach(data, (low) => /^(moneyline|player_.*)$/.test(low.market_type));
  }),
  rule('sportsbook limits the sportsbooks that are considered', async (api) => {
    const { data } = await page(api, `sportsbook=${NAMED}`);
    expectEach(data, (low) => low.all_books.every((book) => NAMED.includes(book)));
    const query = `${await smallestSport(api)}&max_hold=100`;
    const alone = await all(api, `${query}&sportsbook=${NAMED}`);
    const holds = new Map(alone.map(({ id, hold_percentage: hold }) => [id, hold]));
    // More sportsbooks never make a hold wider, and their opportunities include these.
    const known = (await all(api, query)).filter(({ id }) => holds.has(id));
    expectEach(known, ({ id, hold_percentage: hold }) => hold <= (holds.get(id) ?? 0) + 1e-3);
  }),
  ruleInPlay('live selects live or upcoming events, and is both by default', async (api) => {
    const live = await page(api, 'live=true');
    const upcoming = await page(api, 'live=false');
    expectEach(live.data, (low) => low.is_live);
    expectEach(upcoming.data, (low) => !low.is_live);
    const { total } = (await page(api)).pagination;
    expect(total).toBe(live.pagination.total + upcoming.pagination.total);
  }),
  rule('max_hold bounds the hold, and is 5 by default', async (api) => {
    const sport = await smallestSport(api);
    const wide = await all(api, `${sport}&max_hold=12`);
    expect(Math.max(...wide.map((low) => low.hold_percentage))).toBeGreaterThan(5);
    for (const [query, max] of [
      ['&max_hold=12', 12],
      ['', 5],
      ['&max_hold=2.5', 2.5],
    ] as const) {
      const within = wide.filter((low) => low.hold_percentage <= max).map(({ id }) => id);
      expect((await all(api, sport + query)).map(({ id }) => id)).toEqual(within);
    }
  }),
  ruleInPlay('sorts by hold, lowest first, or by market or sport', async (api) => {
    const holds = (await all(api)).map((low) => low.hold_percentage);
    expect(holds).toEqual([...holds].sort((a, b) => a - b));
    expect(isSorted((await all(api, 'sort=market')).map((low) => low.market_type))).toBe(true);
    const sports = (await all(api, 'sort=sport')).map((low) => low.sport);
    expect(isSorted(sports)).toBe(true);
    expect(new Set(sports).size).toBeGreaterThan(1);
  }),
  rule('state is the state of the links, and is pa by default', async (api) => {
    const linksIn = async (state: string) => {
      const { data } = await page(api, `sportsbook=betmgm,betrivers,caesars${state}`);
      return JSON.stringify(data.flatMap((low) => sidesOf(low).map((side) => side.deep_links)));
    };
    expect(await linksIn('')).toEqual(await linksIn('&state=pa'));
    expect(await linksIn('&state=NJ')).toContain('state=nj');
    expect(await linksIn('')).not.toContain('state=nj');
  }),
  rule('meta summarises everything that matches, and echoes the filters', async (api) => {
    const query = 'market=main&max_hold=3&live=false&state=nj';
    const lows = await all(api, query);
    const { meta } = await api.read(LowHoldPage, `${PATH}?limit=1&${query}`);
    const holds = lows.map((low) => low.hold_percentage);
    const { summary } = meta;
    expect(summary).toMatchObject({ count: lows.length, min_hold: Math.min(...holds) });
    expect(summary.avg_hold).toBeCloseTo(sum(holds) / holds.length, 3);
    const sports = Map.groupBy(lows, (low) => low.sport);
    const counts = [...sports].map(([sport, found]) => [sport, found.length]);
    expect(summary.by_sport).toEqual(Object.fromEntries(counts));
    expect(sum(Object.values(summary.by_market))).toBe(lows.length);
    expect(meta.filters).toEqual({
      ...{ sport: null, league: null, sportsbook: null, market: ['main'] },
      ...{ max_hold: 3, live: false, state: 'nj' },
    });
    const none = (await page(api, 'market=no-such-market')).meta;
    expect(none.summary).toMatchObject({ count: 0, by_market: {}, by_sport: {} });
    expect(none.filters).toMatchObject({ max_hold: 5, live: null, state: 'pa' });
  }),
  rule('its ids are ids of deep links, where book selects the sportsbook', async (api) => {
    const lows = (await page(api, 'sportsbook=draftkings,fanduel')).data;
    // Where a book has the best price of several sides, its link may lead to any of them.
    const low = lows.find(
      ({ side1, side2, side3 }) =>
        !side1.books.some((id) => [side2, side3].some((other) => other?.books.includes(id))),
    );
    const [side] = low ? sidesOf(low) : [];
    const book = side?.books.find((name) => NAMED.includes(name)) ?? '';
    const id = low?.id ?? '';
    const unknown = '0123456789abcdef';
    const { status, headers } = await api.call(`/deeplink/${id}?book=${book}`, { tier: null });
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(side?.deep_links?.[book]);
    const call = { method: 'POST', body: { ids: [id, unknown] } } as const;
    const { data } = await api.read(DeepLinksResponse, '/deeplinks/batch', call);
    expect(data[id]).toMatch(new RegExp(`^/api/v1/deeplink/${id}\\?book=`));
    expect(data[unknown]).toBeNull();
    const led = await api.call(String(data[id]).replace('/api/v1', ''), { tier: null });
    expect(led.status).toBe(302);
    await api.refused(404, 'not_found', `/deeplink/${unknown}`, { tier: null });
  }),
]);
