import { expect } from 'vitest';
import { DeepLinksResponse } from '../../../src/contract/routes/deep-links.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Api, Call } from '../api.ts';
import { rule } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const BATCH = '/deeplinks/batch';

function post(body: unknown, call: Call = {}): Call {
  return { method: 'POST', body, ...call };
}

/** Ids of prices at one book. */
async function idsAt(api: Api, book: string, count: number): Promise<string[]> {
  const path = `/odds?sportsbook=${book}&live=false&limit=${count}`;
  const { data } = await api.read(OddsPage, path);
  return data.flatMap((odds) => odds.id ?? []);
}

async function idAt(api: Api, book: string): Promise<string> {
  const [id] = await idsAt(api, book, 1);
  if (id === undefined) throw new Error(`No price at ${book}.`);
  return id;
}

export const deepLinkBatch = routeCases(
  ROUTES.deepLinksBatch,
  () => ({ path: BATCH, call: post({ ids: ['1'] }) }),
  [
    rule('gives the path of a redirect for every id, and null where there is none', async (api) => {
      const known = await idsAt(api, 'draftkings', 3);
      const unknown = ['999999', 'deadbeefdeadbeef', 'not an id', '__proto__'];
      const body = { ids: [...known, ...unknown] };
      const { data } = await api.read(DeepLinksResponse, BATCH, post(body));
      expect(Object.keys(data).sort()).toEqual([...known, ...unknown].sort());
      for (const id of known) expect(data[id]).toBe(`/api/v1/deeplink/${id}`);
      for (const id of unknown) expect(data[id]).toBeNull();
    }),
    rule('gives null for a sportsbook without deep links', async (api) => {
      const id = await idAt(api, 'sbobet');
      const { data } = await api.read(DeepLinksResponse, BATCH, post({ ids: [id] }));
      expect(data[id]).toBeNull();
    }),
    rule('gives null for a price that the tier may not see', async (api) => {
      const id = await idAt(api, 'pinnacle');
      const seen = await api.read(DeepLinksResponse, BATCH, post({ ids: [id] }));
      expect(seen.data[id]).toBeTruthy();
      const call = post({ ids: [id] }, { tier: 'hobby' });
      const hidden = await api.read(DeepLinksResponse, BATCH, call);
      expect(hidden.data[id]).toBeNull();
    }),
    rule('adds the state to links of sportsbooks whose pages depend on it', async (api) => {
      const [byState, other] = await Promise.all([idAt(api, 'betmgm'), idAt(api, 'draftkings')]);
      const body = { ids: [byState, other], state: 'NJ' };
      const { data } = await api.read(DeepLinksResponse, BATCH, post(body));
      expect(data[byState]).toBe(`/api/v1/deeplink/${byState}?state=nj`);
      expect(data[other]).toBe(`/api/v1/deeplink/${other}`);
    }),
    rule('accepts 500 ids and refuses 501', async (api) => {
      const ids = Array.from({ length: 500 }, (_, index) => `${10 ** 18 + index}`);
      await api.read(DeepLinksResponse, BATCH, post({ ids }));
      await api.refused(400, 'bad_request', BATCH, post({ ids: [...ids, '1'] }), ['ids']);
    }),
    ...Object.entries({
      'without ids': {},
      'with an empty list': { ids: [] },
      'with ids that are not a list': { ids: '1,2' },
      'with an invalid state': { ids: ['1'], state: 'Jersey' },
    }).map(([what, body]) =>
      rule(`refuses a body ${what}`, async (api) => {
        await api.refused(400, 'bad_request', BATCH, post(body));
      }),
    ),
  ],
);

export const deepLink = routeCases(
  ROUTES.deepLink,
  async (api) => ({ path: `/deeplink/${await idAt(api, 'draftkings')}` }),
  [
    rule('redirects to the price at its sportsbook, without a key', async (api) => {
      const id = await idAt(api, 'draftkings');
      const { status, headers } = await api.call(`/deeplink/${id}`, { tier: null });
      expect(status).toBe(302);
      expect(headers.get('location')).toMatch(/^https:\/\/.*draftkings/);
      expect(headers.get('x-deep-link-type')).toMatch(/^(outcome|event|homepage)$/);
      expect(headers.get('cache-control')).toBe('private, max-age=60');
    }),
    rule('redirects to the deep_link of the price', async (api) => {
      const path = '/odds?sportsbook=fanduel&state=nj&live=false&limit=1';
      const { data } = await api.read(OddsPage, path);
      const { headers } = await api.call(`/deeplink/${data[0]?.id}?state=nj`, { tier: null });
      expect(headers.get('location')).toBe(data[0]?.deep_link);
    }),
    rule(
      'state selects the page of state-dependent sportsbooks, and is pa by default',
      async (api) => {
        const id = await idAt(api, 'betmgm');
        const locationOf = async (query: string) => {
          const { headers } = await api.call(`/deeplink/${id}${query}`, { tier: null });
          return headers.get('location');
        };
        expect(await locationOf('')).toBe(await locationOf('?state=pa'));
        expect(await locationOf('?state=nj')).not.toBe(await locationOf('?state=pa'));
      },
    ),
    rule('book limits the redirect to one sportsbook', async (api) => {
      const id = await idAt(api, 'draftkings');
      const { status } = await api.call(`/deeplink/${id}?book=draftkings`, { tier: null });
      expect(status).toBe(302);
      await api.refused(404, 'not_found', `/deeplink/${id}?book=fanduel`, { tier: null });
    }),
    rule('refuses an unknown id with 404', async (api) => {
      for (const id of ['999999', 'deadbeefdeadbeef', 'nonsense']) {
        await api.refused(404, 'not_found', `/deeplink/${id}`, { tier: null }, [id]);
      }
    }),
    rule('redirects to the fallback where the id is unknown', async (api) => {
      const fallback = encodeURIComponent('https://example.com/odds?x=1');
      const { status, headers } = await api.call(`/deeplink/1?fallback=${fallback}`, {
        tier: null,
      });
      expect(status).toBe(302);
      expect(headers.get('location')).toBe('https://example.com/odds?x=1');
    }),
    rule('refuses a fallback that is not a web address', async (api) => {
      for (const fallback of ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'x']) {
        const path = `/deeplink/1?fallback=${encodeURIComponent(fallback)}`;
        await api.refused(400, 'invalid_request', path, { tier: null }, ['fallback']);
      }
    }),
  ],
);
