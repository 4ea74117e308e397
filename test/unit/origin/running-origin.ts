import { beforeEach } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { TIERS, type Tier } from '../../../src/contract/tiers.ts';
import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import { type Origin, type OriginOptions, startOrigin } from '../../../src/origin/origin.ts';
import { Api } from '../../contract/api.ts';
import { SseReader, type StreamEvent } from '../../harness/clients/sse-reader.ts';
import { HandMadeFeed } from '../../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

export interface RunningOrigin extends Origin {
  readonly api: Api;
  /** Opens a stream with the demo key of a tier, by default enterprise. */
  open(path: string, tier?: Tier): Promise<SseReader>;
  /** The same, past its snapshot. */
  ready(path: string, tier?: Tier): Promise<SseReader>;
}

/** An origin on a free port, and a client with the demo keys. */
export async function runOrigin(
  clock: ManualClock,
  feed: PriceFeed,
  options: Partial<OriginOptions> = {},
): Promise<RunningOrigin> {
  const origin = await startOrigin({ clock, feed, port: 0, ...options });
  const keys = Object.fromEntries(TIERS.map((tier) => [tier, `demo_${tier}`]));
  const api = new Api(origin.url, keys as Record<Tier, string>);
  const open = (path: string, tier: Tier = 'enterprise') =>
    SseReader.open(api.urlOf(path), { 'x-api-key': api.keyOf(tier) });
  return {
    ...origin,
    api,
    open,
    async ready(path, tier) {
      const stream = await open(path, tier);
      await stream.until('snapshot:complete');
      return stream;
    },
  };
}

interface MadeOrigin {
  clock: ManualClock;
  feed: HandMadeFeed;
  origin: RunningOrigin;
}

/** Opens an origin over a feed with these prices for each test of the file that calls this. */
export function originForEachTest(
  prices: readonly Odds[] = [],
  options: Partial<OriginOptions> = {},
): MadeOrigin {
  const made = {} as MadeOrigin;
  beforeEach(async () => {
    made.clock = new ManualClock();
    made.feed = new HandMadeFeed(made.clock);
    if (prices.length > 0) made.feed.offer(prices); // With their event.
    made.origin = await runOrigin(made.clock, made.feed, options);
    return () => made.origin.stop();
  });
  return made;
}

/** The events before the next heartbeat, to which the clock advances. */
export async function untilHeartbeat(
  clock: ManualClock,
  stream: SseReader,
): Promise<StreamEvent[]> {
  clock.advance(30_000);
  const events: StreamEvent[] = [];
  for (let next = await stream.next(); next.kind !== 'heartbeat'; next = await stream.next()) {
    events.push(next);
  }
  return events;
}
