import { type Frame, frameOf } from './step.ts';

/** What a stream tells of itself, as data that passes every router. */
export interface FeedStatusEvent {
  readonly __typename: 'FeedStatus';
  readonly state: 'CONNECTED' | 'READY' | 'STALE' | 'RECONNECTING' | 'NOTICE';
  readonly at: string;
  readonly code: string | null;
  readonly message: string | null;
}

const KEPT_MAX = 100;

/** The last statuses of a stream, numbered, so that each reader gets each one once. */
export class StatusLog {
  readonly #kept: FeedStatusEvent[] = [];
  readonly #frames = new Map<number, Frame<FeedStatusEvent>>();
  #count = 0;
  #standing: FeedStatusEvent | null = null;
  #seq = 0;

  /** Takes a status that came after the board's change `seq`. */
  add(status: FeedStatusEvent, seq: number): void {
    this.#kept.push(status);
    this.#count += 1;
    this.#seq = seq;
    if (this.#kept.length > KEPT_MAX) this.#kept.shift();
    this.#frames.clear();
    if (status.state !== 'NOTICE') this.#standing = status;
  }

  /** How many there have been. */
  get count(): number {
    return this.#count;
  }

  /** The last of the board's changes that came before the last status. */
  get seq(): number {
    return this.#seq;
  }

  /** How the stream is; a notice changes nothing about that. Null before the first status. */
  get standing(): FeedStatusEvent | null {
    return this.#standing;
  }

  /** Those after the first `count`, as far as they are kept: one frame for all who missed them. */
  since(count: number): Frame<FeedStatusEvent> | null {
    const missed = Math.min(this.#count - count, this.#kept.length);
    if (missed <= 0) return null;
    let frame = this.#frames.get(count);
    if (frame === undefined) {
      frame = frameOf(this.#kept.slice(-missed));
      this.#frames.set(count, frame);
    }
    return frame;
  }
}
