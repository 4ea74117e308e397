import { expect } from 'vitest';
import { DeepLinksResponse } from '../../../src/contract/routes/deep-links.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import { ROUTES } from '../../../src/contract/routes.ts';
import type { Tier } from '../../../src/contract/tiers.ts';
import type { Api } from '../api.ts';
import { rule, ruleInPlay } from '../case.ts';
import { routeCases } from '../route-cases.ts';

const BATCH = '/deeplinks/batch';

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

async function linksOf(api: Api, body: object, tier: Tier = 'enterprise') {
  return (await api.read(DeepLinksResponse, BATCH, { method: 'POST', body, tier })).data;
}

/** Where the public redirect leads. */
async function locationOf(api: Api, path: string) {
  const { status, headers } = await api.call(`/deeplink/${path}`, { tier: null });
  expect(status, path).toBe(302);
  return headers.get('location');
}

export const deepLinkBatch = routeCases(
  ROUTES.deepLinksBatch,
  () => ({ path: BATCH, call: { method: 'POST', body: { ids: ['1'] } } }),
  [
    rule('gives the path of a redirect for every id, and null where there is none', async (api) => {
      const known = await idsAt(api, 'draftkings', 3);
      const unknown = ['999999', 'deadbeefdeadbeef', 'not an id', '__proto__'];
      const data = await linksOf(api, { ids: [...known, ...unknown] });
      expect(Object.keys(data).sort()).toEqual([...known, ...unknown].sort());
      for (const id of known) expect(data[id]).toBe(`/api/v1/deeplink/${id}`);
      for (const id of unknown) expect(data[id]).toBeNull();
    }),
    ruleInPlay('gives null for a sportsbook without deep links', async (api) => {
      const id = await idAt(api, 'sbobet');
      expect(await linksOf(api, { ids: [id] })).toEqual({ [id]: null });
    }),
    rule('gives null for a price that the tier may not see', async (api) => {
      const id = await idAt(api, 'pinnacle');
      expect((await linksOf(api, { ids: [id] }))[id]).toBeTruthy();
      expect(await linksOf(api, { ids: [id] }, 'hobby')).toEqual({ [id]: null });
    }),
    rule('adds the state to links of sportsbooks whose pages depend on it', async (api) => {
      const [byState, other] = [await idAt(api, 'betmgm'), await idAt(api, 'draftkings')];
      expect(await linksOf(api, { ids: [byState, other], state: 'NJ' })).toEqual({
        [byState]: `/api/v1/deeplink/${byState}?state=nj`,
        [other]: `/api/v1/deeplink/${other}`,
      });
    }),
    rule('accepts 500 ids, and refuses 501 and other bodies', async (api) => {
      const ids = Array.from({ length: 500 }, (_, index) => `1000${index}`);
      expect(Object.keys(await linksOf(api, { ids }))).toHaveLength(500);
      const bodies = [{ ids: [...ids, '1'] }, {}, { ids: [] }, { ids: '1,2' }];
      for (const body of bodies) {
        await api.refused(400, 'bad_request', BATCH, { method: 'POST', body }, ['ids']);
      }
      const badState = { method: 'POST', body: { ids: ['1'], state: 'Jersey' } } as const;
      await api.refused(400, 'bad_request', BATCH, badState);
    }),
  ],
);

export const deepLink = routeCases(
  ROUTES.deepLink,
  async (api) => ({ path: `/deeplink/${await idAt(api, 'draftkings')}` }),
  [
    rule('redirects to the price at its sportsbook, without a key', async (api) => {
      const id = await idAt(api, 'draftkings');
      expect(await locationOf(api, id)).toMatch(/^https:\/\/.*draftkings/);
      expect(await locationOf(api, `${id}?book=draftkings`)).toBe(await locationOf(api, id));
      await api.refused(404, 'not_found', `/deeplink/${id}?book=fanduel`, { tier: null });
      const { headers } = await api.call(`/deeplink/${id}`, { tier: null });
      expect(headers.get('x-deep-link-type')).toMatch(/^(outcome|event|homepage)$/);
      expect(headers.get('cache-control')).toBe('private, max-age=60');
    }),
    rule('redirects to the deep_link of the price', async (api) => {
      const path = '/odds?sportsbook=fanduel&state=nj&live=false&limit=1';
      const [odds] = (await api.read(OddsPage, path)).data;
      expect(await locationOf(api, `${odds?.id}?state=nj`)).toBe(odds?.deep_link);
    }),
    rule('leads to the page of the state at some sportsbooks, by default of pa', async (api) => {
      const id = await idAt(api, 'betmgm');
      const inPa = await locationOf(api, `${id}?state=pa`);
      expect(await locationOf(api, id)).toBe(inPa);
      expect(await locationOf(api, `${id}?state=nj`)).not.toBe(inPa);
    }),
    rule('leads to the fallback where the id is unknown, and is refused without', async (api) => {
      for (const id of ['999999', 'deadbeefdeadbeef', 'nonsense']) {
        await api.refused(404, 'not_found', `/deeplink/${id}`, { tier: null }, [id]);
      }
      const fallback = 'https://example.com/odds?x=1';
      const path = `1?fallback=${encodeURIComponent(fallback)}`;
      expect(await locationOf(api, path)).toBe(fallback);
      for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'x']) {
        const refused = `/deeplink/1?fallback=${encodeURIComponent(bad)}`;
        await api.refused(400, 'invalid_request', refused, { tier: null }, ['fallback']);
      }
    }),
  ],
);
