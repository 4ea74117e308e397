import type { ExecutionResult, GraphQLError } from 'graphql';
import { print } from 'graphql-sse';
import { Subscription } from '../../execution/subscription.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { ByteQuota } from './byte-quota.ts';
import type { OperationParams } from './single-connection-request.ts';

/** An operation that a client has sent, to be added to a stream. */
export interface OperationToAdd {
  /** What the client has sent. */
  readonly params: OperationParams;
  /** Approximate size of the request in memory. */
  readonly bytes: number;
  /**
   * Starts it. Resolves with its subscription, or with the encoded result of a query or mutation. Never
   * rejects: a failure is a result with errors. `hold` has to be called with the size of a result, and returns
   * false if all unsent results of the account would be too large with it.
   */
  readonly start: (hold: (bytes: number) => boolean) => Promise<Subscription | Buffer>;
  /** Called if it ends before it has a result or a subscription. */
  readonly onAborted: () => void;
}

/** Cache key of this encoding. Subscriptions with equal operations share the encoded results. */
const ENCODING = 'payloads';

const NEXT_SUFFIX = Buffer.from('}\n\n');

type State =
  /** The first call of `next` starts the operation. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'starting' }
  /** The next call of `next` asks the subscription for results. */
  | { readonly kind: 'idle'; readonly subscription: Subscription }
  /** The next results are being computed. */
  | { readonly kind: 'executing'; readonly subscription: Subscription }
  /** These results are being sent, and then, without a subscription, the `complete` event. */
  | {
      readonly kind: 'sending';
      readonly subscription: Subscription | null;
      readonly payloads: readonly Buffer[];
      sent: number;
    }
  | { readonly kind: 'complete' };

/**
 * One of many operations on a single-connection event stream. The first call of `next` starts it, so an
 * operation is not executed while its results cannot be sent. A subscription is asked for more results only
 * when its previous ones have been sent.
 */
export class StreamedOperation {
  readonly added: OperationToAdd;
  /** What the account's unsent results take in memory. */
  readonly #results: ByteQuota;
  readonly #wake: () => void;
  readonly #nextPrefix: Buffer;
  #resultBytes = 0;
  #state: State = { kind: 'waiting' };

  /** Calls `wake` whenever `next` may have something. */
  constructor(added: OperationToAdd, results: ByteQuota, wake: () => void) {
    this.added = added;
    this.#results = results;
    this.#wake = wake;
    this.#nextPrefix = Buffer.from(
      `event: next\ndata: {"id":${JSON.stringify(this.id)},"payload":`,
    );
  }

  get id(): string {
    return this.added.params.operationId;
  }

  /** Whether it has results that are not sent yet. */
  get hasResults(): boolean {
    return this.#state.kind === 'sending' && this.#state.sent < this.#state.payloads.length;
  }

  /** Whether it has neither started nor ended. */
  get isWaiting(): boolean {
    return this.#state.kind === 'waiting';
  }

  /** Whether the `complete` event has been sent. */
  get isComplete(): boolean {
    return this.#state.kind === 'complete';
  }

  /** The next SSE event, as buffers to be concatenated; empty if there is none yet. */
  next(): readonly Buffer[] {
    if (this.#state.kind === 'waiting') void this.#start();
    else if (this.#state.kind === 'idle') this.#read(this.#state.subscription);
    const state = this.#state;
    if (state.kind !== 'sending') return [];
    const payload = state.payloads[state.sent];
    if (payload === undefined) {
      this.#state = { kind: 'complete' };
      const data = { id: this.id };
      return [Buffer.from(print<true, 'complete'>({ event: 'complete', data }))];
    }
    state.sent += 1;
    if (state.subscription !== null && !this.hasResults) this.#becomeIdle(state.subscription);
    return [this.#nextPrefix, payload, NEXT_SUFFIX];
  }

  /** Ends the operation and drops its results. After this, only `complete` is sent. Idempotent. */
  end(reason: EndReason): void {
    const { kind } = this.#state;
    if (kind === 'waiting' || kind === 'starting') this.added.onAborted();
    if ('subscription' in this.#state) this.#state.subscription?.close(reason);
    if (kind !== 'complete') this.#send([], null);
  }

  /** Its results no longer count towards the quota. Called when the operation leaves the stream. */
  release(): void {
    this.#results.add(-this.#resultBytes);
    this.#resultBytes = 0;
  }

  async #start(): Promise<void> {
    this.#state = { kind: 'starting' };
    const started = await this.added.start((bytes) => this.#hold(bytes));
    if (this.#state.kind !== 'starting') {
      if (started instanceof Subscription) started.close('client'); // It has ended in the meantime.
      return;
    }
    if (started instanceof Subscription) {
      this.#becomeIdle(started);
      started.onWake(this.#wake);
    } else {
      this.#send([started], null);
    }
    this.#wake();
  }

  /** Counts a result until the operation leaves the stream. If it has ended in the meantime, nothing is kept. */
  #hold(bytes: number): boolean {
    if (this.#state.kind !== 'starting') return true;
    if (!this.#results.hasRoomForOne(bytes)) return false;
    this.#resultBytes = bytes;
    this.#results.add(bytes);
    return true;
  }

  #read(subscription: Subscription): void {
    try {
      const payloads = subscription.next(ENCODING, encodePayloads);
      if (payloads instanceof Promise) void this.#sendLater(payloads, subscription);
      else if (payloads !== null) this.#send(payloads, subscription);
    } catch (error) {
      this.#fail(error as GraphQLError);
    }
  }

  async #sendLater(pending: Promise<readonly Buffer[]>, subscription: Subscription): Promise<void> {
    // Compared by identity below: any other state means that the operation has ended in the meantime.
    const executing: State = { kind: 'executing', subscription };
    this.#state = executing;
    try {
      const payloads = await pending;
      if (this.#state !== executing) return;
      this.#send(payloads, subscription);
    } catch (error) {
      if (this.#state !== executing) return;
      this.#fail(error as GraphQLError);
    }
    this.#wake();
  }

  /** `Subscription.next` throws only formatted errors. */
  #fail(error: GraphQLError): void {
    this.end('error');
    this.#send([Buffer.from(JSON.stringify({ errors: [error] }))], null);
  }

  #send(payloads: readonly Buffer[], subscription: Subscription | null): void {
    if (subscription !== null && payloads.length === 0) this.#becomeIdle(subscription);
    else this.#state = { kind: 'sending', subscription, payloads, sent: 0 };
  }

  #becomeIdle(subscription: Subscription): void {
    this.#state = { kind: 'idle', subscription };
  }
}

function encodePayloads(results: readonly ExecutionResult[]): readonly Buffer[] {
  return results.map((result) => Buffer.from(JSON.stringify(result)));
}
