import { beforeEach, describe, expect, test } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { TierLookup, tierOfKey } from '../../../src/access/tier-lookup.ts';
import type { ApiKey } from '../../../src/contract/routes/account-keys.ts';
import { Upstream } from '../../../src/upstream/upstream.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';

const key = (mask: string, tier: string, isActive = true): ApiKey => ({
  id: 'key_1',
  id_masked: mask,
  name: null,
  tier,
  is_active: isActive,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
});

describe('a key and its mask', () => {
  test.each([
    ['sk_live_abcdef', 'sk_l…cdef'],
    ['sk_live_abcdef', 'sk_l••••cdef'],
    ['sk_live_abcdef', 'sk_l..cdef'],
    ['sk_live_abcdef', '****cdef'],
    ['sk_live_abcdef', 'sk_live_****'],
    ['sk_live_abcdef', 'sk_live_abcdef'],
    ['12ab-34cd-56ef', '12**-****-**ef'],
    ['abcd', 'ab...cd'],
    ['a.b...c.d', 'a.b...d'],
  ])('%s matches %s', (secret, mask) => {
    expect(tierOfKey(secret, [key(mask, 'sharp'), key('other', 'hobby')])).toBe('sharp');
  });

  test.each([
    ['sk_live_abcdef', 'sk_x...cdef'],
    ['sk_live_abcdef', 'sk_l...cdex'],
    ['sk_live_abcdef', 'sk_live_abcde'],
    ['abc', 'ab...bc'], // First and last would share a letter.
    ['sk_live_abcdef', ''],
    ['12ab-34cd-56ef', '12**-****-**ee'],
    ['sk+live', 'sk.live'],
  ])('%s does not match %s', (secret, mask) => {
    expect(tierOfKey(secret, [key(mask, 'pro'), key('other', 'hobby')])).toBe('hobby');
  });
});

test.each([
  [
    'the lowest if several keys match',
    'hobby',
    [key('sk...ef', 'enterprise'), key('sk...ef', 'hobby'), key('sk...ef', 'sharp')],
  ],
  [
    'the lowest of all active keys if none matches',
    'pro',
    [key('aa...zz', 'hobby', false), key('aa...zz', 'sharp'), key('bb...yy', 'pro')],
  ],
  ['free if none is listed', 'free', []],
  ['free if it is unknown', 'free', [key('sk...ef', 'platinum')]],
  ['free if it is what every object has', 'free', [key('sk...ef', 'toString')]],
  [
    'not that of an inactive key',
    'sharp',
    [key('sk...ef', 'hobby', false), key('sk...ef', 'sharp')],
  ],
])('the tier of a key is %s', (_, tier, keys) => {
  expect(tierOfKey('sk_abcdef', keys)).toBe(tier);
});

describe('the look-up of a tier', () => {
  const pro = new Credential('demo_pro');
  const UNAVAILABLE = { code: 'UPSTREAM_UNAVAILABLE' };
  let upstream: ScriptedUpstream;
  let clock: ManualClock;
  let tiers: TierLookup;

  beforeEach(async () => {
    upstream = await ScriptedUpstream.open();
    clock = new ManualClock();
    const routes = new Upstream({ baseUrl: upstream.url, clock, retries: 0 });
    tiers = new TierLookup(routes, clock);
    return async () => {
      await routes.close();
      await upstream.close();
    };
  });

  test('that has failed is retried by the next operation', async () => {
    upstream.keysRefusal = { status: 500 };
    await expect(tiers.tierOf(pro)).rejects.toMatchObject(UNAVAILABLE);
    expect(tiers.lastKnown(pro)).toBe(null);
    upstream.keysRefusal = null;
    expect(await tiers.tierOf(pro)).toBe('pro');
  });

  test('is repeated if upstream contradicts it, but at most every five seconds', async () => {
    expect(await tiers.tierOf(pro)).toBe('pro');
    upstream.tiers.set('demo_pro', 'hobby');
    clock.advance(4_999);
    expect(await tiers.refreshedTier(pro)).toBe('pro');
    clock.advance(1);
    expect(await tiers.tierOf(pro)).toBe('pro');
    expect(await tiers.refreshedTier(pro)).toBe('hobby');
    expect(await tiers.tierOf(pro)).toBe('hobby');
  });

  test('leaves the last tier known while it is repeated, and if that fails', async () => {
    await tiers.tierOf(pro);
    clock.advance(60_000);
    upstream.keysRefusal = { status: 500 };
    const lookedUp = tiers.tierOf(pro);
    expect(tiers.lastKnown(pro)).toBe('pro');
    await expect(lookedUp).rejects.toMatchObject(UNAVAILABLE);
    await expect(tiers.refreshedTier(pro)).rejects.toMatchObject(UNAVAILABLE);
    expect(tiers.lastKnown(pro)).toBe('pro');
  });
});
