import { expect } from 'vitest';
import { EventsPage } from '../../../../src/contract/routes/events.ts';
import { OddsPage } from '../../../../src/contract/routes/odds.ts';
import { OddsBatch } from '../../../../src/contract/routes/odds-batch.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { ODDS_BATCH_LIMIT, TIERS } from '../../../../src/contract/tiers.ts';
import { anyLiveEvent } from '../../any-event.ts';
import type { Api, Call } from '../../api.ts';
import { rule } from '../../case.ts';
import { routeCases } from '../../route-cases.ts';

const PATH = '/odds/batch';

function post(body: unknown, call: Call = {}): Call {
  return { method: 'POST', body, ...call };
}

async function eventIds(api: Api, count: number): Promise<string[]> {
  const { data } = await api.read(EventsPage, `/events?sportsbook=draftkings&limit=${count}`);
  return data.map((event) => event.id);
}

export const oddsBatch = routeCases(
  ROUTES.oddsBatch,
  () => ({ path: PATH, call: post({ event_ids: ['no-such-event'] }) }),
  [
    rule('gives each event with its prices, in the requested order', async (api) => {
      const ids = (await eventIds(api, 5)).reverse();
      const { data, meta } = await api.read(OddsBatch, PATH, post({ event_ids: ids }));
      expect(data.events.map((event) => event.event_id)).toEqual(ids);
      expect(data.missing_events).toEqual([]);
      expect(meta).toMatchObject({ requested: 5, found: 5, missing: 0, max_batch: 100 });
      expect(meta.filters).toEqual({ sportsbook: null, market: null });
      for (const event of data.events) {
        const alone = await api.read(OddsPage, `/odds?event=${event.event_id}&limit=1`);
        expect(event.odds.length).toBe(alone.meta.total);
      }
    }),
    rule('lists events without odds as missing', async (api) => {
      const [id] = await eventIds(api, 1);
      const body = { event_ids: ['gone-1', id, 'gone-2'] };
      const { data, meta } = await api.read(OddsBatch, PATH, post(body));
      expect(data.events.map((event) => event.event_id)).toEqual([id]);
      expect(data.missing_events).toEqual(['gone-1', 'gone-2']);
      expect(meta).toMatchObject({ requested: 3, found: 1, missing: 2 });
    }),
    rule('gives an event once that is requested twice', async (api) => {
      const [id] = await eventIds(api, 1);
      const { data } = await api.read(OddsBatch, PATH, post({ event_ids: [id, id] }));
      expect(data.events.length).toBe(1);
    }),
    rule('sportsbook and market filter the prices', async (api) => {
      const { data: prices } = await api.read(OddsPage, '/odds?market=moneyline&limit=1');
      const { event_id: id, sportsbook } = prices[0] ?? {};
      const body = { event_ids: [id], sportsbook, market: 'moneyline' };
      const { data, meta } = await api.read(OddsBatch, PATH, post(body));
      const odds = data.events.flatMap((event) => event.odds);
      expect(odds.length).toBeGreaterThan(0);
      for (const row of odds) expect(row).toMatchObject({ sportsbook, market_type: 'moneyline' });
      expect(meta.filters).toEqual({ sportsbook, market: 'moneyline' });
    }),
    rule('has the score of live events', async (api) => {
      const { id, game_state: score } = await anyLiveEvent(api);
      const { data } = await api.read(OddsBatch, PATH, post({ event_ids: [id] }));
      expect(data.events[0]?.is_live).toBe(true);
      expect(data.events[0]?.game_state?.score_type).toBe(score?.score_type);
    }),
    rule('shows a tier only the sportsbooks that it may see', async (api) => {
      const ids = await eventIds(api, 3);
      const { data } = await api.read(OddsBatch, PATH, post({ event_ids: ids }, { tier: 'free' }));
      const books = data.events.flatMap((event) => event.odds.map((row) => row.sportsbook));
      expect([...new Set(books)].sort()).toEqual(['draftkings', 'fanduel']);
    }),
    ...TIERS.map((tier) =>
      rule(
        `takes ${ODDS_BATCH_LIMIT[tier]} events on the ${tier} tier, and no more`,
        async (api) => {
          const limit = ODDS_BATCH_LIMIT[tier];
          const ids = Array.from({ length: limit }, (_, index) => `no-such-event-${index}`);
          const { meta } = await api.read(OddsBatch, PATH, post({ event_ids: ids }, { tier }));
          expect(meta).toMatchObject({ requested: limit, missing: limit, max_batch: limit });
          const tooMany = post({ event_ids: [...ids, 'one-more'] }, { tier });
          const words = [tier, String(limit), String(limit + 1)];
          await api.refused(400, 'invalid_request', PATH, tooMany, words);
        },
      ),
    ),
    rule('refuses a sportsbook above the tier with 403', async (api) => {
      const body = { event_ids: ['x'], sportsbook: 'pinnacle' };
      await api.refused(403, 'tier_restricted', PATH, post(body, { tier: 'pro' }), ['pinnacle']);
    }),
    ...Object.entries({
      'without event_ids': {},
      'with an empty list of event_ids': { event_ids: [] },
      'with event_ids that are not a list': { event_ids: 'a,b' },
      'with event_ids that are not strings': { event_ids: [1, 2] },
      'that is not an object': [],
    }).map(([what, body]) =>
      rule(`refuses a body ${what}`, async (api) => {
        await api.refused(400, 'invalid_request', PATH, post(body));
      }),
    ),
    rule('refuses a body that is not JSON', async (api) => {
      await api.refused(400, 'invalid_request', PATH, post('{"event_ids":'));
    }),
    rule('refuses a request without a body', async (api) => {
      await api.refused(400, 'invalid_request', PATH, { method: 'POST' }, ['event_ids']);
    }),
  ],
);
