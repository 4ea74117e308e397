import { expect } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OddsDelta } from '../../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { rule } from '../../case.ts';
import { routeCases } from '../../route-cases.ts';
import { oddsFilterCases } from './odds-filters.ts';

const FROM_THE_START = '/odds/delta?since=1970-01-01T00:00:00Z';

export const oddsDelta = routeCases(
  ROUTES.oddsDelta,
  () => ({ path: `${FROM_THE_START}&limit=1` }),
  [
    ...oddsFilterCases(FROM_THE_START),
    ...['yesterday', '1700000000', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z'].map((since) =>
      rule(`refuses since=${since}, which is not an ISO 8601 time`, async (api) => {
        const path = `/odds/delta?since=${since}`;
        await api.refused(400, 'invalid_request', path, {}, ['since']);
      }),
    ),
    rule('gives pre-game odds unless live is true', async (api) => {
      const byDefault = await api.read(OddsDelta, `${FROM_THE_START}&limit=200`);
      const live = await api.read(OddsDelta, `${FROM_THE_START}&limit=200&live=true`);
      expect(byDefault.data.length).toBeGreaterThan(0);
      expect(live.data.length).toBeGreaterThan(0);
      for (const row of byDefault.data) {
        expect(row).toMatchObject({ is_live: false, status: 'upcoming' });
      }
      for (const row of live.data) expect(row).toMatchObject({ is_live: true, status: 'live' });
    }),
    rule('gives only odds that changed after since', async (api) => {
      const all = await api.read(OddsDelta, `${FROM_THE_START}&limit=200`);
      const times = all.data.map(changedAt).sort((a, b) => a - b);
      const median = times[Math.floor(times.length / 2)] ?? 0;
      const since = new Date(median).toISOString();
      const later = await api.read(OddsDelta, `/odds/delta?since=${since}&limit=200`);
      expect(later.meta.total).toBeLessThan(all.meta.total);
      for (const row of later.data) expect(changedAt(row)).toBeGreaterThan(median);
    }),
    rule('is empty where nothing changed', async (api) => {
      const { data, meta } = await api.read(OddsDelta, '/odds/delta?since=2999-01-01T00:00:00Z');
      expect(data).toEqual([]);
      expect(meta).toMatchObject({ count: 0, total: 0, books_changed: [] });
    }),
    rule('server_time can be used as the next since', async (api) => {
      const { meta } = await api.read(OddsDelta, FROM_THE_START);
      expect(Date.parse(meta.server_time)).not.toBeNaN();
      const next = await api.read(OddsDelta, `/odds/delta?since=${meta.server_time}`);
      expect(next.meta.total).toBeLessThan(meta.total);
      expect(next.meta.server_time >= meta.server_time).toBe(true);
    }),
    rule('books_changed are the sportsbooks of all changed odds', async (api) => {
      const path = `${FROM_THE_START}&sportsbook=draftkings,fanduel&limit=1`;
      const { meta } = await api.read(OddsDelta, path);
      expect(meta.books_changed).toEqual(['draftkings', 'fanduel']);
    }),
  ],
);

function changedAt(row: Partial<Odds>): number {
  return Date.parse(row.odds_changed_at ?? row.last_seen_at ?? '');
}
