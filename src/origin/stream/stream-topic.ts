import type { StreamQuery } from '../../contract/routes/stream.ts';
import {
  STREAM_CHUNK_ITEMS,
  type StreamChannel,
  type StreamEventKind,
} from '../../contract/stream.ts';

/** The parameters of a stream that select prices and opportunities. */
export const STREAM_FILTERS = ['sportsbook', 'sport', 'league', 'event', 'market'] as const;

/** Which prices and opportunities a stream carries. An absent filter accepts all. */
export type StreamFilter = Pick<StreamQuery, (typeof STREAM_FILTERS)[number]>;

/** What a client asks a stream for. */
export interface StreamRequest {
  readonly id: string;
  readonly channel: StreamChannel;
  readonly filter: StreamFilter;
  /** In percent: opportunities with a lower EV or profit than these are left out. */
  readonly minEv: number;
  readonly minProfit: number;
  /** The US state for deep links to sportsbooks. */
  readonly state: string | undefined;
  /** Whether the client had a stream before. */
  readonly reconnected: boolean;
}

/** An encoded SSE event without its `id:` line: each stream numbers its events itself. */
export type Frame = Buffer;

export function frame(kind: StreamEventKind, payload: object): Frame {
  return frameOfJson(kind, JSON.stringify(payload));
}

export function frameOfJson(kind: StreamEventKind, json: string): Frame {
  return Buffer.from(`event: ${kind}\ndata: ${json}\n\n`);
}

/** Splits a list into chunks that fit into one frame each; none if the list is empty. */
export function* chunksOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let offset = 0; offset < items.length; offset += STREAM_CHUNK_ITEMS) {
    yield items.slice(offset, offset + STREAM_CHUNK_ITEMS);
  }
}

export interface Subscriber {
  send(frame: Frame): void;
}

/** Publishes frames to all streams that asked for the same. Each frame is encoded once for all of them. */
export abstract class StreamTopic {
  readonly #subscribers = new Set<Subscriber>();
  readonly #onEmpty: (() => void)[] = [];

  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  leave(subscriber: Subscriber): void {
    if (!this.#subscribers.delete(subscriber) || this.#subscribers.size > 0) return;
    for (const callback of this.#onEmpty) callback();
  }

  /** Calls back when the last subscriber has left. After that, the topic is not used again. */
  onEmpty(callback: () => void): void {
    this.#onEmpty.push(callback);
  }

  protected publish(frames: Iterable<Frame>): void {
    for (const frame of frames) for (const subscriber of this.#subscribers) subscriber.send(frame);
  }
}

/** Returns a function that gives the topic of a key, which the caller must join: when all have left, it is gone. */
export function topicsByKey<T extends StreamTopic>() {
  const topics = new Map<string, T>();
  return (key: string, create: () => T): T => {
    const topic = topics.get(key) ?? create();
    if (!topics.has(key)) topic.onEmpty(() => topics.delete(key));
    topics.set(key, topic);
    return topic;
  };
}
