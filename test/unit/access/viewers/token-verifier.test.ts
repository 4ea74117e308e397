import fc from 'fast-check';
import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Credential } from '../../../../src/access/credential.ts';
import { SigningKeys } from '../../../../src/access/viewers/signing-keys.ts';
import {
  holdsToken,
  isToken,
  TokenVerifier,
  tierOf,
} from '../../../../src/access/viewers/token-verifier.ts';
import type { Tier } from '../../../../src/contract/tiers.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { runs } from '../../../harness/property-runs.ts';
import { SILENT_LOG } from '../../../harness/silent-log.ts';
import {
  type SigningKeyPair,
  signingKeyPair,
  TokenIssuer,
} from '../../../harness/viewers/token-issuer.ts';

let issuer: TokenIssuer;
let key: SigningKeyPair;
let foreignKey: SigningKeyPair;
let clock: ManualClock;
let keys: SigningKeys;

beforeAll(async () => {
  [key, foreignKey] = await Promise.all([signingKeyPair('one'), signingKeyPair('foreign')]);
  issuer = await TokenIssuer.start(key);
});
afterAll(() => issuer.stop());

beforeEach(() => {
  issuer.listed = [key.publicJwk];
  issuer.fault = null;
  issuer.fetches = 0;
  clock = new ManualClock();
  keys = new SigningKeys(issuer.jwksUrl, clock, SILENT_LOG);
});

afterEach(async () => {
  keys.stop();
  await keys.refresh(); // One may be under way, and would count in the next test.
});

const UPSTREAM_KEYS: ReadonlyMap<Tier, Credential> = new Map([
  ['free', new Credential('key_free')],
  ['pro', new Credential('key_pro')],
]);

function verifier(upstreamKeys = UPSTREAM_KEYS, tierClaim = 'tier'): TokenVerifier {
  const { issuer: name, audience } = issuer;
  return new TokenVerifier({ keys, issuer: name, audience, tierClaim, upstreamKeys, clock });
}

function signed(claims: JWTPayload = {}): Promise<string> {
  return issuer.sign(key, clock.now(), claims);
}

test('a verified token is remembered until it expires', async () => {
  const tokens = verifier();
  const token = await signed();
  const first = await tokens.verify(token);
  expect(tokens.verified(token)).toBe(first);
  expect(JSON.stringify(first)).not.toContain('alice');
  clock.advance(631_000);
  expect(tokens.verified(token)).toBeNull();
  await expect(tokens.verify(token)).rejects.toMatchObject({ message: 'The token has expired.' });
});

describe('the key set of an issuer', () => {
  test('is fetched once for many tokens', async () => {
    const tokens = verifier();
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signed({ sub: `viewer ${index}` })),
    );
    await Promise.all(many.map((token) => tokens.verify(token)));
    expect(issuer.fetches).toBe(1);
  });

  test('is fetched at most every five seconds, however many forged tokens come', async () => {
    const tokens = verifier();
    for (let second = 0; second < 10; second += 1) {
      for (let n = 0; n < 20; n += 1) {
        const token = await issuer.sign(foreignKey, clock.now(), { sub: `${second} ${n}` });
        await expect(tokens.verify(token)).rejects.toThrow('does not list');
      }
      clock.advance(1_000);
    }
    expect(issuer.fetches).toBeLessThanOrEqual(3);
  });

  test.each([
    ['a server error', { status: 503, body: '{"keys":[]}' }],
    ['HTML', { status: 200, body: '<html></html>' }],
    ['something that is no key set', { status: 200, body: '{"keys":{}}' }],
    ['two megabytes', { status: 200, body: `{"keys":[]${' '.repeat(2_000_000)}}` }],
  ])('stays as it is known if the endpoint answers with %s', async (_, fault) => {
    const tokens = verifier();
    await tokens.verify(await signed());
    issuer.fault = fault;
    clock.advance(30_000);
    await keys.refresh();
    expect(issuer.fetches).toBeGreaterThan(1);
    await expect(tokens.verify(await signed({ sub: 'bob' }))).resolves.toBeDefined();
  });

  test('may have several keys of the same algorithm, of which tokens have to name theirs', async () => {
    issuer.listed = [key.publicJwk, foreignKey.publicJwk];
    const token = await issuer.sign(key, clock.now(), {}, { kid: undefined });
    await expect(verifier().verify(token)).rejects.toThrow('"kid" is missing');
  });
});

test.each(['demo_pro', 'sk.live.4242', 'eyJhIjoxfQ.e30.x', 'eyJhbGciOiJFUzI1NiJ9.e30.a.b.c'])(
  '%s is taken for an API key',
  (text) => {
    expect(isToken(text)).toBe(false);
  },
);

describe('a token', () => {
  /** Whatever an HTTP header may carry. */
  const text = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)),
  });

  test('is found with anything around it, between its parts, and at one place within it', async () => {
    const headers = [{}, { typ: 'JWT', alg: 'ES256' }, { alg: 'ES256', x: '~~~???' }];
    const tokens = await Promise.all(
      headers.map((header) => issuer.sign(key, clock.now(), { tier: 'pro' }, header)),
    );
    const mangled = fc
      .tuple(
        fc.constantFrom(...tokens),
        fc.array(text, { minLength: 4, maxLength: 4 }),
        text,
        fc.nat(),
      )
      .map(([token, between, inserted, at]) => {
        const place = at % token.length;
        const broken = token.slice(0, place) + inserted + token.slice(place);
        return between.reduce((whole, next) => whole.replace('.', next), `.${broken}.`);
      });
    fc.assert(
      fc.property(mangled, (presented) => holdsToken(presented)),
      { numRuns: runs(1_000) },
    );
  });

  test('is found in no API key', () => {
    const secret = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.'),
      maxLength: 200,
    });
    const apiKey = fc.tuple(fc.constantFrom('sk_live_', 'demo_', 'eyJ', ''), secret);
    fc.assert(
      fc.property(apiKey, (parts) => !holdsToken(parts.join(''))),
      { numRuns: runs(1_000) },
    );
  });
});

test.each([
  [{ tier: 'pro' }, 'tier', 'pro'],
  [{ tier: 'PRO' }, 'tier', 'pro'],
  [{ app: { plan: 'sharp' } }, 'app.plan', 'sharp'],
  [{ 'https://example.com/tier': 'hobby' }, 'https://example.com/tier', 'hobby'],
  [{ tier: 'gold' }, 'tier', 'free'],
  [{ tier: ['enterprise'] }, 'tier', 'free'],
  [{}, 'tier', 'free'],
  [{ app: 'pro' }, 'app.plan', 'free'],
  [{ app: null }, 'app.plan', 'free'],
])('the claims %j have at %s the tier %s', (claims, path, tier) => {
  expect(tierOf(claims as JWTPayload, path)).toBe(tier);
});
