import type { TSchema } from 'typebox';
import { expect } from 'vitest';
import type { Route } from '../../../src/contract/route.ts';
import { TIERS } from '../../../src/contract/tiers.ts';
import { type ContractCase, rule } from '../case.ts';
import { type Example, succeed, withParameters } from './example.ts';

/** What the route table says of keys and tiers. */
export function accessCases(route: Route, example: Example): ContractCase[] {
  const { tier: lowest } = route;
  if (lowest === null) {
    return [
      rule('answers without a key', async (api) => {
        const { path, call } = await example(api);
        await succeed(api, route, path, { ...call, tier: null });
      }),
    ];
  }
  return [
    rule('refuses a missing or unknown key with 401', async (api) => {
      const { path, call } = await example(api);
      await api.refused(401, route.missingKeyCode, path, { ...call, tier: null });
      await api.refused(401, 'unauthorized', path, { ...call, key: 'no-such-key' });
    }),
    ...TIERS.slice(0, TIERS.indexOf(lowest)).map((tier) =>
      rule(`refuses the ${tier} tier with 403, naming both tiers`, async (api) => {
        const { path, call } = await example(api);
        const code = route.lowTierCode;
        const refused = await api.refused(403, code, path, { ...call, tier }, [lowest, tier]);
        expect(refused.headers.get('content-type')).toMatch(/^application\/json\b/);
      }),
    ),
    // Only reads may be repeated. Splits are for all tiers, whatever the sportsbook.
    ...(route.freshForMs === null ? [] : successCases(route, example, TIERS.indexOf(lowest))),
    ...('sportsbook' in route.query.properties && !route.path.startsWith('/splits')
      ? [
          rule('refuses a sportsbook above the tier with 403, naming both tiers', async (api) => {
            const { path, call } = await example(api);
            const named = withParameters(path, [['sportsbook', 'draftkings,Pinnacle']]);
            const words = ['pinnacle', 'sharp', lowest];
            await api.refused(403, 'tier_restricted', named, { ...call, tier: lowest }, words);
          }),
        ]
      : []),
  ];
}

function successCases(route: Route, example: Example, lowest: number): ContractCase[] {
  return [
    rule('accepts the key as a bearer token, or as the query parameter api_key', async (api) => {
      const { path, call } = await example(api);
      const key = api.keyOf('enterprise');
      const headers = { authorization: `Bearer ${key}` };
      await succeed(api, route, path, { ...call, tier: null, headers });
      const keyed = withParameters(path, [['api_key', key]]);
      await succeed(api, route, keyed, { ...call, tier: null });
    }),
    rule('answers every tier that is allowed, with headers on its limit', async (api) => {
      const { path, call } = await example(api);
      for (const tier of TIERS.slice(lowest)) {
        const headers = await succeed(api, route, path, { ...call, tier });
        const limit = Number(headers.get('x-ratelimit-limit'));
        expect(limit).toBeGreaterThan(0);
        expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(limit);
        expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
        expect(headers.get('x-request-id')).toBeTruthy();
        expect(headers.get('x-data-delay')).toBe(tier === 'free' ? '60' : '0');
      }
    }),
  ];
}

/** A read refuses a path that names what the service does not have. */
export function unknownCases({ method, path, response }: Route): ContractCase[] {
  if (method !== 'GET' || !path.includes('{') || response === 'event-stream') return [];
  return [
    rule('refuses what it does not know with 404, and names it', async (api) => {
      const unknown = path.replaceAll(/\{\w+\}/g, 'no-such-thing');
      await api.refused(404, 'not_found', unknown, {}, ['no-such-thing']);
    }),
  ];
}

/** The keywords of a parameter's schema that bound its values. */
interface Bounds {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly items?: Bounds;
}

/** Every query parameter is refused with 400 where it is missing, repeated or has a bad value. */
export function parameterCases(route: Route, example: Example): ContractCase[] {
  return Object.entries<TSchema>(route.query.properties).map(([name, schema]) =>
    rule(`refuses ${name} missing, given twice or with a bad value, and names it`, async (api) => {
      const isRequired = !('~optional' in schema) && !('default' in schema);
      const { path, call } = await example(api);
      for (const values of [
        ...(isRequired ? [[null], ['']] : []),
        ['1', '2'],
        ...badValues(schema).map((value) => [value]),
      ]) {
        const parameters = values.map((value) => [name, value] as const);
        const bad = withParameters(path, parameters);
        await api.refused(400, 'invalid_request', bad, call, [name]);
      }
    }),
  );
}

/** Values that a schema does not allow; none where it allows every text. */
function badValues(schema: Bounds): string[] {
  const { type, minimum, maximum, pattern, minItems, items } = schema;
  const isNumber = type === 'integer' || type === 'number';
  return [
    ...(isNumber ? ['many', '1e3'] : []),
    ...(type === 'integer' ? ['1.5'] : []),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(type === 'boolean' ? ['maybe', '1'] : []),
    ...(schema.enum !== undefined || schema.const !== undefined ? ['no-such-value'] : []),
    ...(pattern === undefined ? [] : ['New Jersey']),
    ...(minItems === undefined ? [] : [',']),
    ...(items === undefined ? [] : badValues(items)),
  ];
}
