import type { ExecutionResult, GraphQLError } from 'graphql';
import { type ResponseParts, responseJson } from '../../execution/encoding/encoded-data.ts';
import { Subscription } from '../../execution/subscription.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { OperationParams } from './single-connection-request.ts';

/** Starts an operation. Never rejects: a failure is a result with errors. */
export type Start = () => Promise<Subscription | ResponseParts>;

interface AddedOperation {
  readonly id: string;
  /** Approximate size of the request in memory. */
  readonly bytes: number;
  readonly start: Start;
  /** What the client has sent, where another replica may have to start it; null otherwise. */
  readonly request: OperationParams | null;
}

/** Cache key of this encoding. Subscribers with equal operations share the encoded results. */
const ENCODING = 'payloads';

const NEXT_SUFFIX = Buffer.from('}\n\n');

/** Results that were read, and how many of them have been sent. */
interface Results {
  readonly payloads: readonly Buffer[];
  sent: number;
}

type State =
  /** The first read starts the operation. */
  | { readonly kind: 'created' }
  | { readonly kind: 'starting' }
  /** The next read asks the subscription for results. */
  | { readonly kind: 'idle'; readonly subscription: Subscription }
  /** The next results are being computed. */
  | { readonly kind: 'executing'; readonly subscription: Subscription }
  /** There is at least one more result. */
  | ({ readonly kind: 'sending'; readonly subscription: Subscription } & Results)
  /** Only these results and the completion are left. */
  | ({ readonly kind: 'ending' } & Results)
  | { readonly kind: 'complete' };

/**
 * One of many operations on a single-connection event stream. The first read starts it, so an
 * operation is not executed while its results cannot be sent. It holds at most the results of one read.
 */
export class StreamedOperation {
  readonly id: string;
  readonly bytes: number;
  readonly request: OperationParams | null;
  readonly #start: Start;
  readonly #wake: () => void;
  readonly #nextPrefix: Buffer;
  readonly #completeFrame: Buffer;
  #state: State = { kind: 'created' };

  /** Calls `wake` whenever `next` may have something. */
  constructor({ id, bytes, start, request }: AddedOperation, wake: () => void) {
    this.id = id;
    this.bytes = bytes;
    this.request = request;
    this.#start = start;
    this.#wake = wake;
    const jsonId = JSON.stringify(id);
    this.#nextPrefix = Buffer.from(`event: next\ndata: {"id":${jsonId},"payload":`);
    this.#completeFrame = Buffer.from(`event: complete\ndata: {"id":${jsonId}}\n\n`);
  }

  /** Whether it still holds results to send. */
  get hasResults(): boolean {
    return 'payloads' in this.#state && this.#state.sent < this.#state.payloads.length;
  }

  /** Whether it has neither started nor ended. */
  get isWaiting(): boolean {
    return this.#state.kind === 'created';
  }

  /** Whether only its last results and the completion are left. */
  get hasEnded(): boolean {
    return this.#state.kind === 'ending';
  }

  /** Whether the completion has been sent. */
  get isComplete(): boolean {
    return this.#state.kind === 'complete';
  }

  /** The next SSE frame, in parts; null if there is none yet. */
  next(): readonly Buffer[] | null {
    this.#advance();
    const state = this.#state;
    if (state.kind !== 'sending' && state.kind !== 'ending') return null;
    const payload = state.payloads[state.sent];
    if (payload === undefined) {
      this.#state = { kind: 'complete' };
      return [this.#completeFrame];
    }
    state.sent += 1;
    // An ending operation goes on to its completion frame.
    if (state.kind === 'sending' && !this.hasResults) this.#becomeIdle(state.subscription);
    return [this.#nextPrefix, payload, NEXT_SUFFIX];
  }

  /** Ends the operation and drops its results. After this, only the completion is sent. Idempotent. */
  end(reason: EndReason): void {
    if (this.#state.kind !== 'complete') this.#endWith([], reason);
  }

  /** Starts the operation or asks for results, if the state calls for it. */
  #advance(): void {
    if (this.#state.kind === 'created') void this.#startOperation();
    else if (this.#state.kind === 'idle') this.#read(this.#state.subscription);
  }

  async #startOperation(): Promise<void> {
    this.#state = { kind: 'starting' };
    const started = await this.#start();
    if (this.#state.kind !== 'starting') {
      if (started instanceof Subscription) started.close('client'); // It has ended in the meantime.
      return;
    }
    if (started instanceof Subscription) {
      this.#becomeIdle(started);
      started.onWake(this.#wake);
    } else {
      this.#endWith([Buffer.from(responseJson(started))], 'client');
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
    // Compared by identity below: only this read may go on from this state.
    const executing: State = { kind: 'executing', subscription };
    this.#state = executing;
    try {
      const payloads = await pending;
      if (this.#state !== executing) return; // It has ended in the meantime.
      this.#setResults(subscription, payloads);
    } catch (error) {
      if (this.#state !== executing) return;
      this.#fail(error as GraphQLError);
    }
    this.#wake();
  }

  /** `Subscription.next` throws only formatted errors. */
  #fail(error: GraphQLError): void {
    this.#endWith([Buffer.from(JSON.stringify({ errors: [error] }))], 'error');
  }

  #setResults(subscription: Subscription, payloads: readonly Buffer[]): void {
    if (payloads.length > 0) this.#state = { kind: 'sending', subscription, payloads, sent: 0 };
    else this.#becomeIdle(subscription);
  }

  #becomeIdle(subscription: Subscription): void {
    this.#state = { kind: 'idle', subscription };
  }

  #endWith(payloads: readonly Buffer[], reason: EndReason): void {
    if ('subscription' in this.#state) this.#state.subscription.close(reason);
    this.#state = { kind: 'ending', payloads, sent: 0 };
  }
}

function encodePayloads(results: readonly ExecutionResult[]): readonly Buffer[] {
  return results.map((result) => Buffer.from(JSON.stringify(result)));
}
