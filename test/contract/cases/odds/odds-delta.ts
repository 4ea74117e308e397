import { expect } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OddsDelta } from '../../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import type { Api } from '../../api.ts';
import { expectEach, rule, ruleInPlay } from '../../case.ts';
import { routeCases } from '../../route-cases.ts';
import { oddsFilterCases } from './odds-filters.ts';

const START = '1970-01-01T00:00:00Z';
const FROM_THE_START = `/odds/delta?since=${START}`;

const changesSince = (api: Api, since: string, query = '') =>
  api.read(OddsDelta, `/odds/delta?since=${since}&limit=200&${query}`);

function changedAt(row: Partial<Odds>): number {
  return Date.parse(row.odds_changed_at ?? row.last_seen_at ?? '');
}

export const oddsDelta = routeCases(
  ROUTES.oddsDelta,
  () => ({ path: `${FROM_THE_START}&limit=1` }),
  [
    ...oddsFilterCases(FROM_THE_START),
    rule('refuses a since that is not an ISO 8601 time', async (api) => {
      for (const since of [
        'yesterday',
        '1700000000',
        '2026-02-30T00:00:00Z',
        '2026-13-01T00:00:00Z',
      ]) {
        const path = `/odds/delta?since=${since}`;
        await api.refused(400, 'invalid_request', path, {}, ['since']);
      }
    }),
    ruleInPlay('gives pre-game odds unless live is true', async (api) => {
      const { data: upcoming } = await changesSince(api, START);
      expectEach(upcoming, ({ is_live, status }) => !is_live && status === 'upcoming');
      const { data: live } = await changesSince(api, START, 'live=true');
      expectEach(live, ({ is_live, status }) => is_live && status === 'live');
    }),
    rule('gives only odds that changed after since', async (api) => {
      const all = await changesSince(api, START);
      const times = all.data.map(changedAt).sort((a, b) => a - b);
      const median = times[Math.floor(times.length / 2)] ?? 0;
      const later = await changesSince(api, new Date(median).toISOString());
      expect(later.meta.total).toBeLessThan(all.meta.total);
      for (const row of later.data) expect(changedAt(row)).toBeGreaterThan(median);
      const none = await changesSince(api, '2999-01-01T00:00:00Z');
      expect(none).toMatchObject({ data: [], meta: { count: 0, total: 0, books_changed: [] } });
    }),
    rule('server_time can be used as the next since', async (api) => {
      const { meta } = await changesSince(api, START);
      const next = await changesSince(api, meta.server_time);
      expect(next.meta.total).toBeLessThan(meta.total);
      expect(Date.parse(next.meta.server_time)).toBeGreaterThanOrEqual(
        Date.parse(meta.server_time),
      );
    }),
    rule('books_changed are the sportsbooks of all changed odds', async (api) => {
      const path = `${FROM_THE_START}&sportsbook=draftkings,fanduel&limit=1`;
      const { meta } = await api.read(OddsDelta, path);
      expect(meta.books_changed).toEqual(['draftkings', 'fanduel']);
    }),
  ],
);
