import type { ExecutionResult, GraphQLError } from 'graphql';
import { type ResponseParts, responseJson } from '../../execution/encoding/encoded-data.ts';
import { Subscription } from '../../execution/subscription.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { OperationParams } from './single-connection-request.ts';

/**
 * Starts an operation. Resolves with its subscription, or with the encoded result of a query or mutation.
 * Never rejects: a failure is a result with errors. `hold` has to be called with the size of a result in
 * bytes, which counts towards a quota until it is sent; it returns false if the result exceeds the quota.
 */
export type Start = (hold: (bytes: number) => boolean) => Promise<Subscription | Buffer>;

/** An operation that a client has sent, to be added to a stream. */
export interface OperationToAdd {
  readonly id: string;
  /** Approximate size of the request in memory; 0 by default. */
  readonly bytes?: number;
  readonly start: Start;
  /** Called if it ends before it has a result or a subscription. */
  readonly onAborted?: () => void;
  /** What the client has sent, if another replica may have to start the operation; null otherwise. */
  readonly request?: OperationParams | null;
}

/** Cache key of this encoding. Subscriptions with equal operations share the encoded results. */
const ENCODING = 'payloads';

const NEXT_SUFFIX = Buffer.from('}\n\n');

/** Encoded results, and how many of them have been sent. */
interface Results {
  readonly payloads: readonly Buffer[];
  sent: number;
}

type State =
  /** The first call of `next` starts the operation. */
  | { readonly kind: 'created' }
  | { readonly kind: 'starting' }
  /** The next call of `next` asks the subscription for results. */
  | { readonly kind: 'idle'; readonly subscription: Subscription }
  /** The next results are being computed. */
  | { readonly kind: 'executing'; readonly subscription: Subscription }
  /** At least one of these results has not been sent. */
  | ({ readonly kind: 'sending'; readonly subscription: Subscription } & Results)
  /** Only these results and the `complete` event are left to send. */
  | ({ readonly kind: 'ending' } & Results)
  | { readonly kind: 'complete' };

/**
 * One of many operations on a single-connection event stream. The first call of `next` starts it, so an
 * operation is not executed while its results cannot be sent. A subscription is asked for more results only
 * when its previous ones have been sent.
 */
export class StreamedOperation {
  readonly id: string;
  readonly bytes: number;
  readonly request: OperationParams | null;
  /** Bytes of the result of a query or mutation, as counted towards the quota; 0 before that. */
  resultBytes = 0;
  readonly #start: Start;
  readonly #onAborted: () => void;
  readonly #hold: (bytes: number) => boolean;
  readonly #wake: () => void;
  readonly #nextPrefix: Buffer;
  readonly #completeEvent: Buffer;
  #state: State = { kind: 'created' };

  /**
   * Calls `wake` whenever `next` may have something. `hold` counts the bytes of a result towards the quota,
   * and returns false if they exceed it.
   */
  constructor(added: OperationToAdd, wake: () => void, hold: (bytes: number) => boolean) {
    const { id, bytes = 0, start, onAborted = () => {}, request = null } = added;
    this.id = id;
    this.bytes = bytes;
    this.request = request;
    this.#start = start;
    this.#onAborted = onAborted;
    this.#wake = wake;
    this.#hold = hold;
    const jsonId = JSON.stringify(id);
    this.#nextPrefix = Buffer.from(`event: next\ndata: {"id":${jsonId},"payload":`);
    this.#completeEvent = Buffer.from(`event: complete\ndata: {"id":${jsonId}}\n\n`);
  }

  /** Whether it has results that are not sent yet. */
  get hasResults(): boolean {
    return 'payloads' in this.#state && this.#state.sent < this.#state.payloads.length;
  }

  /** Whether it has neither started nor ended. */
  get isWaiting(): boolean {
    return this.#state.kind === 'created';
  }

  /** Whether only its last results and the `complete` event are left to send. */
  get isEnding(): boolean {
    return this.#state.kind === 'ending';
  }

  /** Whether the `complete` event has been sent. */
  get isComplete(): boolean {
    return this.#state.kind === 'complete';
  }

  /** The next SSE event, as buffers to be concatenated; null if there is none yet. */
  next(): readonly Buffer[] | null {
    this.#advance();
    const state = this.#state;
    if (state.kind !== 'sending' && state.kind !== 'ending') return null;
    const payload = state.payloads[state.sent];
    if (payload === undefined) {
      this.#state = { kind: 'complete' };
      return [this.#completeEvent];
    }
    state.sent += 1;
    // An operation that is ending sends its `complete` event next.
    if (state.kind === 'sending' && !this.hasResults) this.#becomeIdle(state.subscription);
    return [this.#nextPrefix, payload, NEXT_SUFFIX];
  }

  /** Ends the operation and drops its results. After this, only `complete` is sent. Idempotent. */
  end(reason: EndReason): void {
    const { kind } = this.#state;
    if (kind === 'created' || kind === 'starting') this.#onAborted();
    this.#closeSubscription(reason);
    if (kind !== 'complete') this.#endWith([]);
  }

  /** Starts an operation that has been created, and asks an idle one for results. */
  #advance(): void {
    if (this.#state.kind === 'created') void this.#startOperation();
    else if (this.#state.kind === 'idle') this.#read(this.#state.subscription);
  }

  async #startOperation(): Promise<void> {
    this.#state = { kind: 'starting' };
    // The result of an operation that has ended in the meantime is dropped, so it is not counted.
    const hold = (bytes: number) => this.#state.kind !== 'starting' || this.#hold(bytes);
    const started = await this.#start(hold);
    if (this.#state.kind !== 'starting') {
      if (started instanceof Subscription) started.close('client'); // It has ended in the meantime.
      return;
    }
    if (started instanceof Subscription) {
      this.#becomeIdle(started);
      started.onWake(this.#wake);
    } else {
      this.#endWith([started]);
    }
    this.#wake();
  }

  #read(subscription: Subscription): void {
    try {
      const payloads = subscription.next(ENCODING, encodePayloads);
      if (payloads instanceof Promise) void this.#awaitResults(subscription, payloads);
      else if (payloads !== null) this.#setResults(subscription, payloads);
    } catch (error) {
      this.#fail(error as GraphQLError);
    }
  }

  async #awaitResults(
    subscription: Subscription,
    pending: Promise<readonly Buffer[]>,
  ): Promise<void> {
    // Compared by identity below: any other state means that the operation has ended in the meantime.
    const executing: State = { kind: 'executing', subscription };
    this.#state = executing;
    try {
      const payloads = await pending;
      if (this.#state !== executing) return;
      this.#setResults(subscription, payloads);
    } catch (error) {
      if (this.#state !== executing) return;
      this.#fail(error as GraphQLError);
    }
    this.#wake();
  }

  /** `Subscription.next` throws only formatted errors. */
  #fail(error: GraphQLError): void {
    this.#closeSubscription('error');
    this.#endWith([Buffer.from(JSON.stringify({ errors: [error] }))]);
  }

  #setResults(subscription: Subscription, payloads: readonly Buffer[]): void {
    if (payloads.length > 0) this.#state = { kind: 'sending', subscription, payloads, sent: 0 };
    else this.#becomeIdle(subscription);
  }

  #becomeIdle(subscription: Subscription): void {
    this.#state = { kind: 'idle', subscription };
  }

  #closeSubscription(reason: EndReason): void {
    if ('subscription' in this.#state) this.#state.subscription.close(reason);
  }

  /** Sends these results, and then `complete`. */
  #endWith(payloads: readonly Buffer[]): void {
    this.#state = { kind: 'ending', payloads, sent: 0 };
  }
}

/** A result as UTF-8 JSON, as it is sent. */
export function encodeResult(result: ResponseParts): Buffer {
  return Buffer.from(responseJson(result));
}

function encodePayloads(results: readonly ExecutionResult[]): readonly Buffer[] {
  return results.map((result) => Buffer.from(JSON.stringify(result)));
}
