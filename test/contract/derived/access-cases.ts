import { expect } from 'vitest';
import type { Route } from '../../../src/contract/route.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import { type ContractCase, rule } from '../case.ts';
import { type Example, succeed, withParameters } from './example.ts';

/** What the route table says of keys and tiers. */
export function accessCases(route: Route, example: Example): ContractCase[] {
  if (route.tier === null) {
    return [
      rule('answers without a key', async (api) => {
        const { path, call } = await example(api);
        await succeed(api, route, path, { ...call, tier: null });
      }),
    ];
  }
  const refusals = refusalCases(route, example);
  return route.freshForMs === null ? refusals : [...refusals, ...successCases(route, example)];
}

function refusalCases(route: Route, example: Example): ContractCase[] {
  const below = TIERS.slice(0, route.tier === null ? 0 : TIERS.indexOf(route.tier));
  return [
    rule('refuses a request without a key with 401', async (api) => {
      const { path, call } = await example(api);
      await api.refused(401, route.missingKeyCode, path, { ...call, tier: null });
    }),
    rule('refuses an unknown key with 401', async (api) => {
      const { path, call } = await example(api);
      await api.refused(401, 'unauthorized', path, { ...call, key: 'no-such-key' });
    }),
    ...below.map((tier) =>
      rule(`refuses the ${tier} tier with 403, naming both tiers`, async (api) => {
        const { path, call } = await example(api);
        const words = [route.tier ?? '', tier];
        const refused = await api.refused(403, route.lowTierCode, path, { ...call, tier }, words);
        expect(refused.headers.get('content-type')).toMatch(/^application\/json\b/);
      }),
    ),
  ];
}

/** Only for reads, which may be repeated. */
function successCases(route: Route, example: Example): ContractCase[] {
  return [
    rule('accepts the key as a bearer token', async (api) => {
      const { path, call } = await example(api);
      const headers = { authorization: `Bearer ${api.keyOf('enterprise')}` };
      await succeed(api, route, path, { ...call, tier: null, headers });
    }),
    rule('accepts the key as the query parameter api_key', async (api) => {
      const { path, call } = await example(api);
      const keyed = withParameters(path, [['api_key', api.keyOf('enterprise')]]);
      await succeed(api, route, keyed, { ...call, tier: null });
    }),
    rule('answers every tier that is allowed', async (api) => {
      const { path, call } = await example(api);
      for (const tier of TIERS.slice(TIERS.indexOf(route.tier ?? 'free'))) {
        await succeed(api, route, path, { ...call, tier });
      }
    }),
    rule('reports the rate limit, the request id and the data delay in headers', async (api) => {
      const { path, call } = await example(api);
      const headers = await succeed(api, route, path, { ...call });
      const limit = Number(headers['x-ratelimit-limit']);
      expect(limit).toBeGreaterThan(0);
      expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(limit);
      expect(headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
      expect(headers['x-request-id']).toBeTruthy();
      expect(headers['x-data-delay']).toBe('0');
    }),
  ];
}
