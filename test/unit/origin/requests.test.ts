import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OddsSort } from '../../../src/contract/odds/odds.ts';
import { CreatedKey } from '../../../src/contract/routes/account-keys.ts';
import { EventsPage } from '../../../src/contract/routes/events.ts';
import { OddsDelta, OddsPage } from '../../../src/contract/routes/odds.ts';
import { ErrorEnvelope } from '../../../src/contract/wire.ts';
import type { OriginOptions } from '../../../src/origin/origin.ts';
import type { BoardRow } from '../../../src/origin/origin-board.ts';
import { bodyOf } from '../../contract/api.ts';
import { pagesOf } from '../../contract/reading.ts';
import { event, HandMadeFeed, price } from '../../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { runs } from '../../harness/property-runs.ts';
import { readableLog } from '../../harness/servers/running-graph.ts';
import { type RunningOrigin, runOrigin } from './running-origin.ts';

/** 40 seconds after the start of a minute. */
const START = Date.UTC(2026, 10, 21, 18, 0, 40);

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;

async function start(options: Partial<OriginOptions> = {}): Promise<void> {
  clock = new ManualClock(START);
  feed = new HandMadeFeed(clock);
  feed.offer([price({ id: '1' })]);
  origin = await runOrigin(clock, feed, options);
}

afterEach(() => origin.stop());

test('an internal failure is answered with the error envelope, without its cause, which is logged', async () => {
  const { log, text } = readableLog();
  await start({ logger: log });
  feed.board.events = () => {
    throw new Error('an internal secret');
  };
  const answer = await origin.api.call('/events');
  expect(bodyOf(ErrorEnvelope, answer, 500).error.code).toBe('internal_error');
  expect(JSON.stringify(answer.body)).not.toMatch(/secret|at /);
  expect(text()).toContain('an internal secret');
});

test('tokens have the time of the system, also once that was set', async () => {
  await start({ issuesTokens: true });
  clock.setWallBy(2 * 3_600_000);
  const body = JSON.stringify({ sub: 'alice', tier: 'pro' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin.url}/token`, { method: 'POST', headers, body });
  expect(Date.parse(Object(await answer.json()).expires_at)).toBe(clock.now() + 3_600_000);
});

describe('the delay of the free tier', () => {
  beforeEach(() => start());

  async function idsOn(tier: 'free' | 'hobby'): Promise<unknown[]> {
    const { data } = await origin.api.read(OddsPage, '/odds', { tier });
    return data.map((odds) => odds.id);
  }

  async function eventsOn(tier: 'free' | 'hobby'): Promise<number> {
    return (await origin.api.read(EventsPage, '/events', { tier })).meta.total;
  }

  test('is 60 seconds for events and prices, and none for those on the board at the start', async () => {
    expect(await idsOn('free')).toEqual(['1']);
    feed.offer([price({ id: '2' })], [event({ id: 'new game' })]);
    expect(await idsOn('hobby')).toEqual(['1', '2']);
    expect(await eventsOn('hobby')).toBe(2);
    clock.advance(59_999);
    expect(await idsOn('free')).toEqual(['1']);
    expect(await eventsOn('free')).toBe(1);
    clock.advance(1);
    expect(await idsOn('free')).toEqual(['1', '2']);
    expect(await eventsOn('free')).toBe(2);
  });

  test('makes polling by server_time miss no change', async () => {
    const poll = async (since: string) => {
      const path = `/odds/delta?since=${since}`;
      const { data, meta } = await origin.api.read(OddsDelta, path, { tier: 'free' });
      return { ids: data.map((odds) => odds.id), since: meta.server_time };
    };
    let { since } = await poll('2026-01-01T00:00:00Z');
    const seen: unknown[] = [];
    for (let id = 2; id < 8; id++) {
      clock.advance(20_000);
      feed.offer([price({ id: `${id}`, odds_changed_at: new Date(clock.now()).toISOString() })]);
      const next = await poll(since);
      seen.push(...next.ids);
      since = next.since;
    }
    clock.advance(60_000);
    seen.push(...(await poll(since)).ids);
    expect(seen).toEqual(['2', '3', '4', '5', '6', '7']);
  });

  test('leaves no timer behind when the origin stops', async () => {
    feed.offer([price({ id: '2' })]);
    expect(clock.pendingTimers).toBeGreaterThan(0);
    await origin.stop();
    expect(clock.pendingTimers).toBe(0);
    await start();
  });
});

describe('the rate limit', () => {
  beforeEach(() => start({ rateLimits: { pro: 3, free: 1 } }));

  const ask = (tier: 'free' | 'pro') => origin.api.call('/odds', { tier });

  test('says how many requests remain until the end of the minute', async () => {
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await ask('pro');
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('3');
      expect(headers.get('x-ratelimit-remaining')).toBe(remaining);
      expect(headers.get('x-ratelimit-reset')).toBe(String(START / 1000 + 20));
    }
  });

  test('refuses requests above it until the next minute of the clock, and says how long to wait', async () => {
    await ask('free');
    const call = { tier: 'free' } as const;
    const words = ['20 seconds'];
    const { headers } = await origin.api.refused(429, 'rate_limited', '/events', call, words);
    expect(headers.get('retry-after')).toBe('20');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    clock.advance(19_999);
    expect((await ask('free')).status).toBe(429);
    clock.advance(1);
    expect((await ask('free')).status).toBe(200);
  });

  test('counts each key separately', async () => {
    const call = { method: 'POST', tier: 'pro', body: { name: 'second' } } as const;
    const { key } = bodyOf(CreatedKey, await origin.api.call('/account/keys', call), 201).data;
    const { headers } = await origin.api.call('/odds', { key });
    expect(headers.get('x-ratelimit-remaining')).toBe('2');
  });

  test.each([
    ['hobby', '600'],
    ['sharp', '3000'],
    ['enterprise', '12000'],
  ] as const)('has a default for the %s tier', async (tier, limit) => {
    const { headers } = await origin.api.call('/odds', { tier });
    expect(headers.get('x-ratelimit-limit')).toBe(limit);
  });
});

describe('pages by cursor', () => {
  beforeEach(async () => {
    await start({ rateLimits: { enterprise: 1_000_000 } });
    feed.withdraw([...feed.board.rows()]);
  });

  function offer(id: string, american: number): BoardRow[] {
    const sportsbook = american % 2 === 0 ? 'draftkings' : 'fanduel';
    return feed.offer([price({ id, odds_american: american, sportsbook })]);
  }

  test('have each lasting row exactly once while others come and go', async () => {
    const sorts = fc.constantFrom<OddsSort | ''>('', 'odds_american', '-sportsbook');
    const american = fc.integer({ min: 100, max: 110 });
    const prices = fc.array(american, { minLength: 12, maxLength: 30 });
    const moves = fc.array(fc.tuple(fc.nat(), american), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sorts, prices, moves, async (sort, all, [...pending]) => {
        feed.withdraw([...feed.board.rows()]);
        const rows = all.flatMap((odds, index) => offer(`${index}`, odds));
        const gone = new Set<BoardRow>();
        const ids: unknown[] = [];
        const path = `/odds?limit=5&sort=${sort}`;
        for await (const page of pagesOf(origin.api, OddsPage, path)) {
          ids.push(...page.data.map((odds) => odds.id));
          const [which = 0, odds = 0] = pending.pop() ?? [];
          const leaving = rows[which % rows.length];
          if (odds === 0 || leaving === undefined) continue;
          gone.add(leaving);
          feed.withdraw([leaving]);
          offer(`new ${ids.length}`, odds);
        }
        expect(new Set(ids).size).toBe(ids.length);
        const stayed = rows.filter((row) => !gone.has(row)).map((row) => row.odds.id);
        expect(ids).toEqual(expect.arrayContaining(stayed));
      }),
      { numRuns: runs(15) },
    );
  });

  test('say in offset where they are in the list by now', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => offer(`${index}`, 100)).flat();
    const first = await origin.api.read(OddsPage, '/odds?limit=5');
    feed.withdraw(rows.slice(0, 2));
    const cursor = first.meta.pagination.next_cursor;
    const second = await origin.api.read(OddsPage, `/odds?limit=5&cursor=${cursor}`);
    expect(second.data.map((odds) => odds.id)).toEqual(['5', '6', '7', '8', '9']);
    expect(second.meta.pagination).toMatchObject({ offset: 3, has_more: false, next_cursor: null });
  });
});
