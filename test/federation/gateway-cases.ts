import { expect } from 'vitest';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { noteOn } from './notes-subgraph.ts';
import type { Supergraph } from './supergraph.ts';

/** Sends an operation to a router in front of both subgraphs. */
export type Router = Pick<GraphClient, 'ask'>;

/** The behaviour that the graph must have behind every router. */
export const GATEWAY_CASES: readonly {
  readonly name: string;
  readonly check: (router: Router, supergraph: Supergraph) => Promise<void>;
}[] = [
  {
    name: 'answers a query across both subgraphs',
    async check(router, { oddsgraph }) {
      const { data, errors } = await router.ask<Noted>(
        '{ events(first: 3) { nodes { id name note odds { price { decimal } } } } evenMoney { decimal } }',
      );
      expect(errors).toEqual([]);
      expect(data.evenMoney).toEqual({ decimal: 2 });
      expect(data.events.nodes).toHaveLength(3);
      for (const { id, name, note, odds } of data.events.nodes) {
        expect(name).not.toBe('');
        expect(note).toBe(noteOn(id));
        expect(odds.length).toBeGreaterThan(0);
      }
      expect(oddsgraph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 1 });
    },
  },
  {
    name: 'resolves an event that another subgraph refers to by its id',
    async check(router, { oddsgraph }) {
      const { data: board } = await oddsgraph.rest<{ data: { id: string; league: string }[] }>(
        '/events?limit=1',
      );
      const [event] = board;
      const { data, errors } = await router.ask<{ notedEvent: unknown }>(
        'query ($id: ID!) { notedEvent(id: $id) { note league comparison { eventId } } }',
        { variables: { id: event?.id } },
      );
      expect(errors).toEqual([]);
      expect(data.notedEvent).toEqual({
        note: noteOn(event?.id ?? ''),
        league: event?.league,
        comparison: { eventId: event?.id },
      });
    },
  },
  {
    name: "keeps another subgraph's part of an event that is gone, unless a field that is never null is selected",
    async check(router) {
      const kept = await router.ask('{ notedEvent(id: "gone") { note name odds { key } } }');
      expect(kept.errors).toEqual([]);
      expect(kept.data).toEqual({ notedEvent: { note: noteOn('gone'), name: null, odds: null } });
      const dropped = await router.ask('{ notedEvent(id: "gone") { note league } }');
      expect(dropped.data).toEqual({ notedEvent: null });
    },
  },
  {
    name: 'passes X-API-Key on',
    async check(router, { oddsgraph, notes }) {
      const { data } = await router.ask('{ viewer { tier } notedEvent(id: "1") { note } }', {
        key: 'demo_hobby',
      });
      expect(data.viewer?.tier).toBe('HOBBY');
      expect(oddsgraph.proxy.seen.map(({ key }) => key)).toEqual(['demo_hobby']);
      expect(notes.seen.at(-1)).toMatchObject({ 'x-api-key': 'demo_hobby' });
    },
  },
  {
    name: 'passes Authorization on',
    async check(router) {
      const { data } = await router.ask('{ viewer { tier } }', {
        key: null,
        headers: { authorization: 'Bearer demo_pro' },
      });
      expect(data.viewer?.tier).toBe('PRO');
    },
  },
  {
    name: "passes a viewer's token on, and shows that the account's fields are forbidden",
    async check(router, { oddsgraph }) {
      const authorization = `Bearer ${await oddsgraph.token({ tier: 'pro' })}`;
      const viewer = { key: null, headers: { authorization } };
      const { data } = await router.ask('{ viewer { tier rateLimit { limit } } }', viewer);
      expect(data.viewer).toEqual({ tier: 'PRO', rateLimit: { limit: 120 } });
      oddsgraph.proxy.reset();
      const refused = await router.ask('mutation { createApiKey(name: "x") { secret } }', viewer);
      expect(refused.errors[0]?.extensions?.['code']).toBe('FORBIDDEN');
      expect(oddsgraph.proxy.seen).toEqual([]);
    },
  },
  {
    name: 'shows the error of a denied field with its code, and leaves its siblings alone',
    async check(router) {
      const { data, errors } = await router.ask<Noted>(
        '{ events(first: 1) { nodes { id note liveGameState { homeScore } } } }',
        { key: 'demo_free' },
      );
      const [event] = data.events.nodes;
      expect(event).toMatchObject({ note: noteOn(event?.id ?? ''), liveGameState: null });
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({
        message: 'This requires the enterprise tier or above.',
        path: ['events', 'nodes', 0, 'liveGameState'],
        extensions: {
          code: 'TIER_RESTRICTED',
          requiredTier: 'ENTERPRISE',
          currentTier: 'FREE',
        },
      });
    },
  },
  {
    name: 'shows that a key is missing',
    async check(router) {
      const { data, errors } = await router.ask<{ viewer: null; evenMoney: unknown }>(
        '{ viewer { tier } evenMoney { american } }',
        { key: null },
      );
      expect(data).toEqual({ viewer: null, evenMoney: { american: 100 } });
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
    },
  },
];

interface Noted {
  readonly events: {
    readonly nodes: readonly { id: string; name: string; note: string; odds: unknown[] }[];
  };
  readonly evenMoney: unknown;
}
