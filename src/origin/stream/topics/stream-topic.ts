import type { Frame } from '../frame.ts';

/** Who frames go to. */
export interface Reader {
  offer(frame: Frame): void;
}

/** What readers who asked for the same share: each frame is encoded once for all of them. */
export class Topic {
  readonly #readers = new Set<Reader>();
  readonly #whenEmpty: (() => void)[] = [];

  join(reader: Reader): void {
    this.#readers.add(reader);
  }

  leave(reader: Reader): void {
    if (!this.#readers.delete(reader) || this.#readers.size > 0) return;
    for (const callback of this.#whenEmpty) callback();
  }

  /** Calls back once the last reader has left. The topic is not used again. */
  whenEmpty(callback: () => void): void {
    this.#whenEmpty.push(callback);
  }

  protected tell(frames: Iterable<Frame>): void {
    for (const frame of frames) for (const reader of this.#readers) reader.offer(frame);
  }
}

/** The topics that have readers, by what those asked for. */
export class Topics<L extends Topic> {
  readonly #topics = new Map<string, L>();

  /** The topic of `key`, made where there is none; it is to be joined at once. */
  at(key: string, make: () => L): L {
    const known = this.#topics.get(key);
    if (known !== undefined) return known;
    const topic = make();
    this.#topics.set(key, topic);
    topic.whenEmpty(() => this.#topics.delete(key));
    return topic;
  }
}
