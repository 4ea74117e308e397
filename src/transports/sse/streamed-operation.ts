import type { ExecutionResult } from 'graphql';
import { type ResponseParts, responseJson } from '../../execution/encoding/encoded-data.ts';
import { Subscription } from '../../execution/subscription.ts';

/** Begins an operation. Never rejects: what fails is told in the result. */
export type Start = () => Promise<Subscription | ResponseParts>;

/** The name under which the payloads of all who ask the same are shared. */
const FORM = 'payloads';

const NEXT_END = Buffer.from('}\n\n');

/**
 * One of many operations on a stream. It is begun by the first read, so that one whose results cannot
 * be sent yet costs nothing, and it holds no more than what one read of its results gave.
 */
export class StreamedOperation {
  readonly id: string;
  /** Bytes of what was asked, about. */
  readonly bytes: number;
  readonly #start: Start;
  readonly #wake: () => void;
  readonly #nextHead: Buffer;
  readonly #complete: Buffer;
  #subscription: Subscription | null = null;
  #isWaiting = false;
  /** Results to be given one after the other. */
  #payloads: readonly Buffer[] = [];
  #given = 0;
  /** What is left to give is all. */
  #isEnding = false;
  /** Whether its completion has been given. */
  isComplete = false;

  /** Calls `wake` whenever `next` may have something. */
  constructor(id: string, bytes: number, start: Start, wake: () => void) {
    this.id = id;
    this.bytes = bytes;
    this.#start = start;
    this.#wake = wake;
    const name = JSON.stringify(id);
    this.#nextHead = Buffer.from(`event: next\ndata: {"id":${name},"payload":`);
    this.#complete = Buffer.from(`event: complete\ndata: {"id":${name}}\n\n`);
  }

  /** The next event, in parts; null where there is none yet. */
  next(): readonly Buffer[] | null {
    if (!this.hasMore) this.#advance();
    const payload = this.#payloads[this.#given];
    if (payload !== undefined) {
      this.#given += 1;
      if (!this.hasMore) this.#hold([]);
      return [this.#nextHead, payload, NEXT_END];
    }
    if (!this.#isEnding || this.isComplete) return null;
    this.isComplete = true;
    return [this.#complete];
  }

  /** Whether it holds results that were read and have not been given. */
  get hasMore(): boolean {
    return this.#given < this.#payloads.length;
  }

  /** Lets go of everything: nothing but its completion is left to give. Safe to call again. */
  end(): void {
    this.#finish([]);
  }

  #advance(): void {
    if (this.#isWaiting || this.#isEnding) return;
    if (this.#subscription === null) this.#begin();
    else this.#read(this.#subscription);
  }

  #begin(): void {
    this.#isWaiting = true;
    void this.#start().then((begun) => {
      this.#isWaiting = false;
      if (!(begun instanceof Subscription)) {
        if (!this.#isEnding) this.#finish([Buffer.from(responseJson(begun))]);
      } else if (this.#isEnding) {
        begun.close();
      } else {
        this.#subscription = begun;
        begun.onWake(this.#wake);
      }
      this.#wake();
    });
  }

  #read(subscription: Subscription): void {
    try {
      const payloads = subscription.next(FORM, encodePayloads);
      if (payloads instanceof Promise) this.#await(payloads);
      else if (payloads !== null) this.#hold(payloads);
    } catch (error) {
      this.#fail(error);
    }
  }

  #await(coming: Promise<readonly Buffer[]>): void {
    this.#isWaiting = true;
    const hold = (payloads: readonly Buffer[]) => {
      if (!this.#isEnding) this.#hold(payloads);
    };
    void coming
      .then(hold, (error) => this.#fail(error))
      .then(() => {
        this.#isWaiting = false;
        this.#wake();
      });
  }

  #hold(payloads: readonly Buffer[]): void {
    this.#payloads = payloads;
    this.#given = 0;
  }

  #fail(error: unknown): void {
    if (!this.#isEnding) this.#finish([Buffer.from(JSON.stringify({ errors: [error] }))]);
  }

  #finish(last: readonly Buffer[]): void {
    this.#isEnding = true;
    this.#subscription?.close();
    this.#hold(last);
  }
}

function encodePayloads(results: readonly ExecutionResult[]): readonly Buffer[] {
  return results.map((result) => Buffer.from(JSON.stringify(result)));
}
