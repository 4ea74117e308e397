import type { Frame } from './frame.ts';

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
