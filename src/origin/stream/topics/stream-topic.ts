import type { Frame } from '../frame.ts';

export interface Subscriber {
  send(frame: Frame): void;
}

/** Publishes frames to all streams that asked for the same. Each frame is encoded once for all of them. */
export class StreamTopic {
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

/** The topics that have subscribers, each under a key that says what its subscribers asked for. */
export class StreamTopics<T extends StreamTopic> {
  readonly #topics = new Map<string, T>();

  /** The topic of `key`, created if there is none. The caller must join it, since only leaving removes a topic. */
  at(key: string, create: () => T): T {
    const known = this.#topics.get(key);
    if (known !== undefined) return known;
    const topic = create();
    this.#topics.set(key, topic);
    topic.onEmpty(() => this.#topics.delete(key));
    return topic;
  }
}
