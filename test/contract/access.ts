import { expect } from 'vitest';
import { TIERS } from '../../src/contract/tiers.ts';
import type { Api, Call } from './api.ts';
import { type ContractCase, rule } from './case.ts';

interface Access {
  /** The lowest tier that may call; free by default. */
  readonly tier?: Call['tier'];
  readonly missingKeyCode?: 'unauthorized' | 'missing_api_key';
}

/** What holds on every endpoint that needs a key. `pathOf` and `call` must be ones that succeed. */
export function accessCases(
  pathOf: (api: Api) => Promise<string> | string,
  call: Call = {},
  access: Access = {},
): ContractCase[] {
  const { tier = 'free', missingKeyCode = 'unauthorized' } = access;
  return [
    rule('refuses a request without a key', async (api) => {
      await api.refused(401, missingKeyCode, await pathOf(api), { ...call, tier: null });
    }),
    rule('refuses an invalid key', async (api) => {
      await api.refused(401, 'unauthorized', await pathOf(api), { ...call, key: 'no-such-key' });
    }),
    rule('takes the key as a bearer token', async (api) => {
      const headers = { authorization: `Bearer ${api.keyOf('enterprise')}` };
      const answer = await api.call(await pathOf(api), { ...call, tier: null, headers });
      expect(answer.status).toBe(200);
    }),
    rule('takes the key as the query parameter api_key', async (api) => {
      const path = await pathOf(api);
      const mark = path.includes('?') ? '&' : '?';
      const keyed = `${path}${mark}api_key=${api.keyOf('enterprise')}`;
      const answer = await api.call(keyed, { ...call, tier: null });
      expect(answer.status).toBe(200);
    }),
    rule('answers every tier that is allowed', async (api) => {
      for (const allowed of TIERS.slice(TIERS.indexOf(tier ?? 'free'))) {
        const answer = await api.call(await pathOf(api), { ...call, tier: allowed });
        expect(answer.status, allowed).toBe(200);
      }
    }),
    rule(
      'reports the rate limit, the request and the delay of the data in headers',
      async (api) => {
        const { headers } = await api.call(await pathOf(api), call);
        const limit = Number(headers.get('x-ratelimit-limit'));
        expect(limit).toBeGreaterThan(0);
        expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(limit);
        expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
        expect(headers.get('x-request-id')).toBeTruthy();
        expect(headers.get('x-data-delay')).toBe('0');
      },
    ),
  ];
}
