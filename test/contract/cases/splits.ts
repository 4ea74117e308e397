import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { SplitsHistory, SplitsPage } from '../../../src/contract/routes/splits.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Api } from '../api.ts';
import { expectEach, ruleInPlay } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const current = (api: Api, query = '') =>
  api.read(SplitsPage, `/splits?limit=200&${query}`).then(({ data }) => data);

/** An event with splits of two sources. */
async function anyEventId(api: Api): Promise<string> {
  const ids = (await current(api)).map((splits) => splits.event_id);
  const id = ids.find((candidate, index) => ids.indexOf(candidate) !== index);
  if (id === undefined) throw new Error('No event has splits of two sources.');
  return id;
}

async function history(api: Api, query = '') {
  const id = await anyEventId(api);
  const page = await api.read(SplitsHistory, `/splits/history?event_id=${id}&${query}`);
  return { id, ...page };
}

export const splits = routeCases(ROUTES.splits, () => ({ path: '/splits?limit=1' }), [
  ruleInPlay('gives shares that sum to 1 and opposite spread lines', async (api) => {
    const data = await current(api);
    expect(new Set(data.map((row) => row.sportsbook)).size).toBe(2);
    const isWhole = (one: number, other: number) => Math.abs(one + other - 1) < 5e-3;
    expectEach(data, ({ spread, total, moneyline }) => {
      const hasLines = spread.away_odds + spread.home_odds === 0 && total.line > 0;
      const isPriced = Math.abs(moneyline.home_odds) >= 100;
      const totals = [total.handle_pct, total.bets_pct];
      const sides = [spread.handle_pct, spread.bets_pct];
      // Some money may be on the draw.
      const results = [moneyline.handle_pct, moneyline.bets_pct];
      return (
        hasLines &&
        isPriced &&
        totals.every(({ over, under }) => isWhole(over, under)) &&
        sides.every(({ away, home }) => isWhole(away, home)) &&
        results.every(({ away, home }) => Math.min(away, home) >= 0 && away + home <= 1.002)
      );
    });
  }),
  ruleInPlay('joins with events by event_id', async (api) => {
    const [first] = await current(api);
    const events = await api.read(EventsPage, '/events?limit=200');
    const event = events.data.find(({ id }) => id === first?.event_id);
    expect(event).toMatchObject({ sport: first?.sport, league: first?.league });
  }),
]);

export const splitsHistory = routeCases(
  ROUTES.splitsHistory,
  async (api) => ({ path: `/splits/history?event_id=${await anyEventId(api)}` }),
  [
    ruleInPlay('gives the collected splits, oldest first, up to those of /splits', async (api) => {
      const { id, data, meta } = await history(api);
      expect(data.length).toBeGreaterThan(1);
      const times = data.map((entry) => entry.timestamp);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expectEach(data, (entry) => Date.parse(entry.ts) / 1000 === entry.timestamp);
      expect(meta).toMatchObject({ event_id: id, oldest: data[0]?.ts });
      expect(meta.books).toEqual([...new Set(data.map((entry) => entry.book))].sort());
      const [now] = await current(api, `event_id=${id}&sportsbook=draftkings`);
      const last = data.findLast(({ book }) => book === 'draftkings');
      const { ts, total, moneyline, spread } = last ?? {};
      expect(now).toMatchObject({ fetched_at: ts, total, moneyline });
      expect(spread).toMatchObject({
        home_line: now?.spread.home_odds,
        handle_pct: now?.spread.handle_pct,
      });
    }),
    ruleInPlay('sportsbook selects one source, and limit the first entries', async (api) => {
      const { data, meta } = await history(api, 'sportsbook=circa');
      expectEach(data, (entry) => entry.book === 'circa');
      expect(meta.books).toEqual(['circa']);
      const first = await history(api, 'limit=1');
      expect(first.data.length).toBe(1);
      expect(first.meta.total).toBeGreaterThan(1);
      expect(first.data[0]?.ts).toBe(first.meta.oldest);
    }),
    ruleInPlay('start_time and end_time accept RFC 3339 and Unix seconds', async (api) => {
      const { meta } = await history(api);
      const newest = meta.newest ?? '';
      const seconds = Date.parse(newest) / 1000;
      const spaced = newest.toLowerCase().replace('t', '%20');
      for (const start of [newest, newest.toLowerCase(), spaced, String(seconds)]) {
        const { data } = await history(api, `start_time=${start}`);
        expectEach(data, (entry) => entry.timestamp >= seconds);
      }
      const before = await history(api, `end_time=${seconds - 1}`);
      expectEach(before.data, (entry) => entry.timestamp < seconds);
      expect(before.meta.total).toBeLessThan(meta.total);
      for (const [name, time] of [
        ['start_time', 'soon'],
        ['end_time', '2026-02-30'],
      ] as const) {
        const path = `/splits/history?event_id=x&${name}=${time}`;
        await api.refused(400, 'invalid_request', path, {}, [name]);
      }
    }),
    ruleInPlay('is empty for an event without splits', async (api) => {
      const path = '/splits/history?event_id=no-such-event';
      const { data, meta } = await api.read(SplitsHistory, path);
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ total: 0, books: [], oldest: null, newest: null });
    }),
  ],
);
