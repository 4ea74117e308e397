import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { LiveFilter } from '../../../src/live/board/live-filter.ts';
import { SharedStream, type SharedStreamOptions } from '../../../src/live/stream/shared-stream.ts';
import { newBatchCache } from '../../../src/live/topics/batch-cache.ts';
import type { FeedStatusEvent } from '../../../src/live/topics/feed-status.ts';
import {
  filterableOdds,
  type OddsPayload,
  oddsProjection,
} from '../../../src/live/topics/odds-projection.ts';
import type { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';

type Options = SharedStreamOptions<Odds>;

/** What a subscriber asks for. */
export interface Wish {
  readonly filter?: LiveFilter;
  readonly throttleMs?: number;
  readonly chunkSize?: number;
  readonly resumeCursor?: string | null;
  readonly viewer?: string | null;
}

/** What a subscription to odds asks a stream for: by default all prices, as they come. */
export function oddsSpec({
  filter = {},
  throttleMs = 0,
  chunkSize = 100,
  resumeCursor = null,
  viewer = null,
}: Wish = {}) {
  return {
    key: JSON.stringify([filter, throttleMs, chunkSize]),
    ...{ filter, throttleMs, resumeCursor, viewer },
    createProjection: () => oddsProjection(filter, chunkSize),
  };
}

/** Reads everything that is available to a subscriber. */
export function readAll(subscriber: Subscriber<Odds, OddsPayload>) {
  const events: (OddsPayload | FeedStatusEvent)[] = [];
  for (let chunk = subscriber.read(); chunk !== null; chunk = subscriber.read()) {
    events.push(...chunk.payloads);
  }
  return events;
}

/** A stream of odds with nothing around it but what a test gives it. */
export function oddsStream(
  options: Pick<Options, 'board' | 'clock' | 'openStream'> & Partial<Options>,
): SharedStream<Odds, OddsPayload> {
  return new SharedStream<Odds, OddsPayload>({
    scheduler: new Scheduler(options.clock),
    account: 'account',
    toFilterable: filterableOdds,
    batchCache: newBatchCache(),
    topicsPerStreamMax: 2_000,
    checkSize: () => null,
    onClose() {},
    ...options,
  });
}
