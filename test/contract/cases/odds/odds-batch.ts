import { expect } from 'vitest';
import { EventsPage } from '../../../../src/contract/routes/events.ts';
import { OddsPage } from '../../../../src/contract/routes/odds.ts';
import { OddsBatch } from '../../../../src/contract/routes/odds-batch.ts';
import { ROUTES } from '../../../../src/contract/routes.ts';
import { ODDS_BATCH_LIMIT, TIERS } from '../../../../src/contract/tiers.ts';
import type { Api, Call } from '../../api.ts';
import { expectEach, rule, ruleInPlay } from '../../case.ts';
import { anyLiveEvent } from '../../reading.ts';
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
    ruleInPlay('gives each event with its prices, in the requested order', async (api) => {
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
    rule('lists events without odds as missing, and those named twice once', async (api) => {
      const [id] = await eventIds(api, 1);
      const body = { event_ids: ['gone-1', id, id, 'gone-1', 'gone-2'] };
      const { data, meta } = await api.read(OddsBatch, PATH, post(body));
      expect(data.events.map((event) => event.event_id)).toEqual([id]);
      expect(data.missing_events).toEqual(['gone-1', 'gone-2']);
      expect(meta).toMatchObject({ found: 1, missing: 2 });
    }),
    rule('sportsbook and market filter the prices', async (api) => {
      const { data: prices } = await api.read(OddsPage, '/odds?market=moneyline&limit=1');
      const { event_id: id, sportsbook } = prices[0] ?? {};
      const body = { event_ids: [id], sportsbook, market: 'moneyline' };
      const { data, meta } = await api.read(OddsBatch, PATH, post(body));
      expectEach(
        data.events.flatMap((event) => event.odds),
        (row) => row.sportsbook === sportsbook && row.market_type === 'moneyline',
      );
      expect(meta.filters).toEqual({ sportsbook, market: 'moneyline' });
    }),
    rule('takes an empty sportsbook or market for none', async (api) => {
      const [id] = await eventIds(api, 1);
      const body = { event_ids: [id], sportsbook: '', market: '' };
      const { data, meta } = await api.read(OddsBatch, PATH, post(body));
      expect(data.missing_events).toEqual([]);
      expect(meta.filters).toEqual({ sportsbook: null, market: null });
    }),
    ruleInPlay('has the score of live events', async (api) => {
      const { id, game_state: score } = await anyLiveEvent(api);
      const { data } = await api.read(OddsBatch, PATH, post({ event_ids: [id] }));
      expect(data.events[0]?.is_live).toBe(true);
      expect(data.events[0]?.game_state?.score_type).toBe(score?.score_type);
    }),
    rule('shows a tier only the sportsbooks that it may see, and refuses others', async (api) => {
      const ids = await eventIds(api, 3);
      const { data } = await api.read(OddsBatch, PATH, post({ event_ids: ids }, { tier: 'free' }));
      const books = data.events.flatMap((event) => event.odds.map((row) => row.sportsbook));
      expect([...new Set(books)].sort()).toEqual(['draftkings', 'fanduel']);
      const named = post({ event_ids: ['x'], sportsbook: 'PINNACLE' }, { tier: 'pro' });
      await api.refused(403, 'tier_restricted', PATH, named, ['pinnacle']);
    }),
    rule('takes as many events as the tier has, and no more', async (api) => {
      for (const tier of TIERS) {
        const limit = ODDS_BATCH_LIMIT[tier];
        const ids = Array.from({ length: limit }, (_, index) => `no-such-event-${index}`);
        const { meta } = await api.read(OddsBatch, PATH, post({ event_ids: ids }, { tier }));
        expect(meta).toMatchObject({ requested: limit, missing: limit, max_batch: limit });
        const tooMany = post({ event_ids: [...ids, 'one-more'] }, { tier });
        const words = [tier, String(limit), String(limit + 1)];
        await api.refused(400, 'invalid_request', PATH, tooMany, words);
      }
    }),
    rule('refuses other bodies', async (api) => {
      const lists = [[], 'a,b', [1, 2]].map((ids) => ({ event_ids: ids }));
      for (const body of [{}, ...lists, [], '{"event_ids":']) {
        await api.refused(400, 'invalid_request', PATH, post(body));
      }
      await api.refused(400, 'invalid_request', PATH, { method: 'POST' }, ['event_ids']);
    }),
  ],
);
