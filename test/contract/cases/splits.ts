import { expect } from 'vitest';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { SplitsHistory, SplitsPage } from '../../../src/contract/routes/splits.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Api } from '../api.ts';
import { rule } from '../case.ts';
import { pagesOf } from '../pages.ts';
import { routeCases } from '../route-cases.ts';

async function anyEventId(api: Api): Promise<string> {
  const { data } = await api.read(SplitsPage, '/splits?limit=200');
  const ids = data.map((splits) => splits.event_id);
  const id = ids.find((candidate, index) => ids.indexOf(candidate) !== index);
  if (id === undefined) throw new Error('No event has splits of two sources.');
  return id;
}

export const splits = routeCases(ROUTES.splits, () => ({ path: '/splits?limit=1' }), [
  rule('gives shares that sum to 1, and opposite spread lines', async (api) => {
    const { data } = await api.read(SplitsPage, '/splits?limit=200');
    expect(data.length).toBeGreaterThan(0);
    for (const { spread, total, moneyline } of data) {
      expect(spread.away_odds + spread.home_odds).toBe(0);
      expect(total.line).toBeGreaterThan(0);
      expect(Math.abs(moneyline.home_odds)).toBeGreaterThanOrEqual(100);
      for (const { over, under } of [total.handle_pct, total.bets_pct]) {
        expect(over + under).toBeCloseTo(1, 2);
      }
      for (const { away, home } of [spread.handle_pct, spread.bets_pct]) {
        expect(away + home).toBeCloseTo(1, 2);
      }
      for (const { away, home } of [moneyline.handle_pct, moneyline.bets_pct]) {
        expect(Math.min(away, home)).toBeGreaterThanOrEqual(0);
        expect(away + home).toBeLessThanOrEqual(1.002);
      }
    }
  }),
  rule('has two sources', async (api) => {
    const { data } = await api.read(SplitsPage, '/splits?limit=200');
    expect(new Set(data.map((row) => row.sportsbook)).size).toBe(2);
  }),
  rule('joins with events by event_id', async (api) => {
    const { data } = await api.read(SplitsPage, '/splits?limit=1');
    const events = await api.read(EventsPage, '/events?limit=200');
    const event = events.data.find(({ id }) => id === data[0]?.event_id);
    expect(event).toMatchObject({ sport: data[0]?.sport, league: data[0]?.league });
  }),
  rule('pages list every item once', async (api) => {
    const seen: string[] = [];
    let total = 0;
    for await (const page of pagesOf(api, SplitsPage, '/splits?limit=60', (b) => b.pagination)) {
      seen.push(...page.data.map((row) => `${row.event_id} ${row.sportsbook}`));
      total = page.pagination.total;
      expect(page.pagination.count).toBe(page.data.length);
    }
    expect(new Set(seen).size).toBe(total);
  }),
]);

export const splitsHistory = routeCases(
  ROUTES.splitsHistory,
  async (api) => ({ path: `/splits/history?event_id=${await anyEventId(api)}` }),
  [
    rule('gives the collected splits, oldest first', async (api) => {
      const id = await anyEventId(api);
      const { data, meta } = await api.read(SplitsHistory, `/splits/history?event_id=${id}`);
      expect(data.length).toBeGreaterThan(1);
      const times = data.map((entry) => entry.timestamp);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      for (const entry of data) expect(Date.parse(entry.ts) / 1000).toBe(entry.timestamp);
      expect(meta).toMatchObject({ event_id: id, oldest: data[0]?.ts });
      expect(meta.books).toEqual([...new Set(data.map((entry) => entry.book))].sort());
    }),
    rule('ends with the splits that /splits shows', async (api) => {
      const id = await anyEventId(api);
      const now = await api.read(SplitsPage, `/splits?event_id=${id}&sportsbook=draftkings`);
      const path = `/splits/history?event_id=${id}&sportsbook=draftkings&limit=200`;
      const { data } = await api.read(SplitsHistory, path);
      const [current] = now.data;
      const last = data.at(-1);
      expect(last?.ts).toBe(current?.fetched_at);
      expect(last?.total).toEqual(current?.total);
      expect(last?.moneyline).toEqual(current?.moneyline);
      expect(last?.spread.home_line).toBe(current?.spread.home_odds);
      expect(last?.spread.handle_pct).toEqual(current?.spread.handle_pct);
    }),
    rule('sportsbook selects one source', async (api) => {
      const path = `/splits/history?event_id=${await anyEventId(api)}&sportsbook=circa`;
      const { data, meta } = await api.read(SplitsHistory, path);
      expect(data.length).toBeGreaterThan(0);
      for (const entry of data) expect(entry.book).toBe('circa');
      expect(meta.books).toEqual(['circa']);
    }),
    rule('start_time and end_time accept RFC 3339 and Unix seconds', async (api) => {
      const path = `/splits/history?event_id=${await anyEventId(api)}`;
      const all = await api.read(SplitsHistory, path);
      const newest = all.meta.newest ?? '';
      const seconds = Date.parse(newest) / 1000;
      for (const start of [newest, String(seconds)]) {
        const { data } = await api.read(SplitsHistory, `${path}&start_time=${start}`);
        expect(data.length).toBeGreaterThan(0);
        for (const entry of data) expect(entry.timestamp).toBeGreaterThanOrEqual(seconds);
      }
      const before = await api.read(SplitsHistory, `${path}&end_time=${seconds - 1}`);
      for (const entry of before.data) expect(entry.timestamp).toBeLessThan(seconds);
      expect(before.meta.total).toBeLessThan(all.meta.total);
    }),
    rule('limit shortens the list', async (api) => {
      const path = `/splits/history?event_id=${await anyEventId(api)}`;
      const { data, meta } = await api.read(SplitsHistory, `${path}&limit=1`);
      expect(data.length).toBe(1);
      expect(meta.total).toBeGreaterThan(1);
    }),
    ...['start_time=soon', 'end_time=2026-02-30'].map((query) =>
      rule(`refuses ${query}`, async (api) => {
        const path = `/splits/history?event_id=x&${query}`;
        await api.refused(400, 'invalid_request', path, {}, [query.split('=', 1)[0] ?? '']);
      }),
    ),
    rule('is empty for an event without splits', async (api) => {
      const path = '/splits/history?event_id=no-such-event';
      const { data, meta } = await api.read(SplitsHistory, path);
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ total: 0, books: [], oldest: null, newest: null });
    }),
  ],
);
