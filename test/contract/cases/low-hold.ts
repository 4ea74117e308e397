import type { Static } from 'typebox';
import { expect } from 'vitest';
import type { LowHoldOpportunity } from '../../../src/contract/opportunities.ts';
import { DeepLinksResponse } from '../../../src/contract/routes/deep-links.ts';
import { LowHoldPage } from '../../../src/contract/routes/low-hold.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Api, Call } from '../api.ts';
import { rule } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const PATH = '/opportunities/low_hold';

type Page = Static<typeof LowHoldPage>;

function page(api: Api, query = '', call: Call = {}): Promise<Page> {
  return api.read(LowHoldPage, `${PATH}?${query}`, call);
}

async function some(api: Api, query = ''): Promise<Page> {
  const found = await page(api, query);
  expect(found.data.length).toBeGreaterThan(0);
  return found;
}

/** All opportunities, page by page. */
async function all(api: Api, query = ''): Promise<LowHoldOpportunity[]> {
  const found: LowHoldOpportunity[] = [];
  for (let offset: number | null | undefined = 0; typeof offset === 'number'; ) {
    const next: Page = await page(api, `${query}&limit=200&offset=${offset}`);
    found.push(...next.data);
    offset = next.pagination.next_offset;
  }
  return found;
}

/** The filter of the sport with the fewest opportunities: an offset beyond 5,000 is refused. */
async function smallestSport(api: Api): Promise<string> {
  const { meta } = await page(api, 'max_hold=100&limit=1');
  const [smallest] = Object.entries(meta.summary.by_sport).sort(([, a], [, b]) => a - b);
  return `sport=${smallest?.[0]}`;
}

function sidesOf({ side1, side2, side3 }: LowHoldOpportunity) {
  return [side1, side2, ...(side3 ? [side3] : [])];
}

export const lowHold = routeCases(ROUTES.lowHold, () => ({ path: `${PATH}?limit=1` }), [
  rule('refuses a sportsbook above the tier with 403', async (api) => {
    const path = `${PATH}?sportsbook=draftkings,pinnacle`;
    await api.refused(403, 'tier_restricted', path, { tier: 'pro' }, ['pinnacle']);
    await page(api, 'sportsbook=draftkings,pinnacle', { tier: 'sharp' });
  }),
  rule('shows a tier only the sportsbooks that it may see', async (api) => {
    const { data } = await page(api, 'limit=200', { tier: 'pro' });
    expect(data.length).toBeGreaterThan(0);
    const books = data.flatMap((low) => low.all_books);
    for (const sharp of ['pinnacle', 'circa', 'novig']) expect(books).not.toContain(sharp);
  }),
  rule('hold is the sum of implied probabilities minus one, above 0 and up to 5', async (api) => {
    const { data } = await some(api, 'limit=200');
    for (const low of data) {
      const implied = sidesOf(low).reduce((sum, { odds }) => sum + 1 / odds.decimal, 0);
      expect(low.hold_percentage).toBeCloseTo((implied - 1) * 100, 2);
      expect(low.hold_percentage).toBeGreaterThan(0);
      expect(low.hold_percentage).toBeLessThanOrEqual(5);
    }
  }),
  rule(
    'every side has a price, probabilities, and a link or null for each sportsbook',
    async (api) => {
      const { data } = await some(api, 'limit=200');
      for (const low of data) {
        for (const { books, odds, deep_links: links } of sidesOf(low)) {
          expect(books.length).toBeGreaterThan(0);
          expect(Object.keys(links).sort()).toEqual([...books].sort());
          expect(odds.implied_probability).toBeCloseTo(1 / odds.decimal, 4);
          const fair = odds.fair_probability ?? null;
          if (fair !== null) expect(fair).toBeLessThan(odds.implied_probability);
          const net = odds.american > 0 ? odds.american / 100 : -100 / odds.american;
          expect(odds.decimal).toBeCloseTo(1 + net, 2);
        }
        const fairs = sidesOf(low).map(({ odds }) => odds.fair_probability ?? null);
        const isFair = !fairs.includes(null);
        const sum = fairs.reduce((total: number, fair) => total + (fair ?? 0), 0);
        expect(sum).toBeCloseTo(isFair ? 1 : 0, 3);
        const books = new Set(sidesOf(low).flatMap((side) => side.books));
        expect([...low.all_books].sort()).toEqual([...books].sort());
      }
    },
  ),
  rule('every field has a meaningful value', async (api) => {
    const lows = await all(api);
    for (const low of lows) {
      expect(low.id).toMatch(/^[0-9a-f]{16}$/);
      expect(Date.parse(low.detected_at)).not.toBeNaN();
      expect(low.confidence).toBeGreaterThanOrEqual(0);
      expect(low.confidence).toBeLessThanOrEqual(100);
      expect(low.odds_age_seconds).toBeGreaterThanOrEqual(0);
      expect(low.is_player_prop).toBe(low.market_type.startsWith('player_'));
      expect(low.player_name !== null).toBe(low.is_player_prop);
      expect(low.stat_category !== null).toBe(low.is_player_prop);
      if (!low.is_live) expect(low.game_state).toBeNull();
      if (low.market_type === 'moneyline') expect(low.is_alternate_line).toBe(false);
    }
    expect(new Set(lows.map(({ id }) => id)).size).toBe(lows.length);
  }),
  rule('only three-way markets have side3', async (api) => {
    const { data } = await some(api, 'sport=soccer&market=moneyline&limit=200');
    for (const low of data) expect(sidesOf(low)).toHaveLength(3);
    const others = await some(api, 'sport=basketball&market=moneyline&limit=200');
    for (const low of others.data) expect(low.side3 ?? null).toBeNull();
  }),
  rule('market filters by exact types and aliases', async (api) => {
    const { data } = await some(api, 'market=moneyline,props&limit=200');
    for (const low of data) expect(low.market_type).toMatch(/^(moneyline|player_.*)$/);
  }),
  rule('sportsbook limits the sportsbooks that are considered', async (api) => {
    const named = ['draftkings', 'fanduel', 'betmgm'];
    const { data } = await some(api, `sportsbook=${named.join()}&limit=200`);
    for (const low of data) expect(named).toEqual(expect.arrayContaining(low.all_books));
    const sport = await smallestSport(api);
    const alone = await all(api, `${sport}&sportsbook=${named.join()}&max_hold=100`);
    const holds = new Map(alone.map(({ id, hold_percentage: hold }) => [id, hold]));
    // More sportsbooks never make a hold wider, and their opportunities include these.
    const better = await all(api, `${sport}&max_hold=100`);
    const known = better.filter(({ id }) => holds.has(id));
    expect(known.length).toBeGreaterThan(0);
    for (const { id, hold_percentage: hold } of known) {
      expect(hold).toBeLessThanOrEqual((holds.get(id) ?? 0) + 1e-3);
    }
  }),
  ...['sport', 'league', 'sportsbook', 'market'].map((parameter) =>
    rule(`${parameter} with an unknown value matches nothing`, async (api) => {
      const { data, pagination, meta } = await page(api, `${parameter}=no-such-value`);
      expect(data).toEqual([]);
      expect(pagination).toMatchObject({ total: 0, has_more: false, next_offset: null });
      expect(meta.summary).toMatchObject({ count: 0, by_market: {}, by_sport: {} });
    }),
  ),
  rule('live selects live or upcoming events, and is both by default', async (api) => {
    const live = await some(api, 'live=true&limit=200');
    const upcoming = await some(api, 'live=false&limit=200');
    for (const low of live.data) expect(low.is_live).toBe(true);
    for (const low of upcoming.data) expect(low.is_live).toBe(false);
    const both = await page(api);
    expect(both.pagination.total).toBe(live.pagination.total + upcoming.pagination.total);
  }),
  rule('max_hold bounds the hold, and is 5 by default', async (api) => {
    const narrow = await all(api, 'max_hold=2.5');
    expect(narrow.length).toBeGreaterThan(0);
    for (const low of narrow) expect(low.hold_percentage).toBeLessThanOrEqual(2.5);
    const whole = await all(api);
    expect(narrow.length).toBe(whole.filter((low) => low.hold_percentage <= 2.5).length);
    expect((await page(api, 'max_hold=5')).pagination.total).toBe(whole.length);
  }),
  rule('max_hold above the default lists wider holds', async (api) => {
    const sport = await smallestSport(api);
    const wide = await all(api, `${sport}&max_hold=12`);
    expect(Math.max(...wide.map((low) => low.hold_percentage))).toBeGreaterThan(5);
    for (const low of wide) expect(low.hold_percentage).toBeLessThanOrEqual(12);
    const narrow = wide.filter((low) => low.hold_percentage <= 5).map(({ id }) => id);
    expect(narrow).toEqual((await all(api, sport)).map(({ id }) => id));
  }),
  rule('sorts by hold, lowest first, or by market or sport', async (api) => {
    const holds = (await all(api)).map((low) => low.hold_percentage);
    expect(holds).toEqual([...holds].sort((a, b) => a - b));
    const markets = (await all(api, 'sort=market')).map((low) => low.market_type);
    expect(markets).toEqual([...markets].sort());
    const sports = (await all(api, 'sort=sport')).map((low) => low.sport);
    expect(sports).toEqual([...sports].sort());
    expect(new Set(sports).size).toBeGreaterThan(1);
  }),
  rule('state is the state of the links, and is pa by default', async (api) => {
    const query = 'sportsbook=betmgm,betrivers,caesars&limit=20';
    const linksIn = async (state: string) => {
      const { data } = await some(api, `${query}${state}`);
      return data.flatMap((low) => sidesOf(low).map((side) => side.deep_links));
    };
    expect(await linksIn('')).toEqual(await linksIn('&state=pa'));
    expect(JSON.stringify(await linksIn('&state=NJ'))).toContain('state=nj');
    expect(JSON.stringify(await linksIn(''))).not.toContain('state=nj');
  }),
  rule('accepts an offset of 5000', async (api) => {
    const { pagination } = await page(api, 'offset=5000');
    expect(pagination.offset).toBe(5000);
  }),
  rule('pages list every item once', async (api) => {
    const whole = (await all(api)).map(({ id }) => id);
    const first = await page(api, 'limit=70');
    const second = await page(api, `limit=70&offset=${first.pagination.next_offset}`);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).toEqual(whole.slice(0, 140));
    expect(first.pagination).toMatchObject({ has_more: true, total: whole.length });
  }),
  rule('meta summarises everything that matches, not the page', async (api) => {
    const lows = await all(api, 'live=false');
    const { meta } = await page(api, 'live=false&limit=1');
    const holds = lows.map((low) => low.hold_percentage);
    const { summary } = meta;
    expect(summary.count).toBe(lows.length);
    expect(summary.min_hold).toBe(Math.min(...holds));
    expect(summary.avg_hold).toBeCloseTo(holds.reduce((a, b) => a + b, 0) / holds.length, 3);
    const sports = Map.groupBy(lows, (low) => low.sport);
    const counts = [...sports].map(([sport, found]) => [sport, found.length]);
    expect(summary.by_sport).toEqual(Object.fromEntries(counts));
    const markets = Object.values(summary.by_market).reduce((a, b) => a + b, 0);
    expect(markets).toBe(lows.length);
  }),
  rule('meta echoes the filters', async (api) => {
    const given = await page(api, 'sport=soccer&market=main&max_hold=3&live=true&state=nj');
    expect(given.meta.filters).toEqual({
      sport: ['soccer'],
      league: null,
      sportsbook: null,
      market: ['main'],
      max_hold: 3,
      live: true,
      state: 'nj',
    });
    const { meta } = await page(api);
    expect(meta.filters).toMatchObject({ max_hold: 5, live: null, state: 'pa' });
  }),
  rule('its ids are ids of deep links, where book selects the sportsbook', async (api) => {
    const { data } = await some(api, 'sportsbook=draftkings,fanduel&limit=200');
    // Where a book has the best price of several sides, its link may lead to any of them.
    const low = data.find(
      ({ side1, side2, side3 }) =>
        !side1.books.some((id) => [side2, side3].some((other) => other?.books.includes(id))),
    );
    const [side] = low ? sidesOf(low) : [];
    const book = side?.books.find((id) => ['draftkings', 'fanduel'].includes(id)) ?? '';
    const id = low?.id ?? '';
    const { status, headers } = await api.call(`/deeplink/${id}?book=${book}`, { tier: null });
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(side?.deep_links[book]);
    const body = { ids: [id, '0123456789abcdef'] };
    const batch = await api.read(DeepLinksResponse, '/deeplinks/batch', { method: 'POST', body });
    expect(batch.data[id]).toMatch(new RegExp(`^/api/v1/deeplink/${id}\\?book=`));
    expect(batch.data['0123456789abcdef']).toBeNull();
    const led = await api.call(String(batch.data[id]).replace('/api/v1', ''), { tier: null });
    expect(led.status).toBe(302);
    await api.refused(404, 'not_found', '/deeplink/0123456789abcdef', { tier: null });
  }),
]);
