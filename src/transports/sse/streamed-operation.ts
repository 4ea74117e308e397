import type { ExecutionResult, GraphQLError } from 'graphql';
import { OddsgraphError } from '../../errors/errors.ts';
import { formatError } from '../../execution/format-error.ts';
import type { OperationLog } from '../../execution/operation-log.ts';
import { responseBytes } from '../../execution/outcome.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import type { Subscription } from '../../execution/subscription.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { OperationContext } from '../../resolvers/context.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { ByteLedger } from '../response/byte-ledger.ts';

/** An operation that a client has sent, to be added to a stream. */
export interface OperationToAdd {
  /** No two on a stream have the same; null if nobody can end it, as a refusal. */
  readonly id: string | number | null;
  readonly context: OperationContext;
  /** What its request takes in memory. */
  readonly bytes: number;
  /** Executes it and calls `write` with the outcome. Ends its record, unless it is a subscription. Never rejects. */
  readonly run: (write: (outcome: Outcome) => void) => Promise<void>;
  readonly eventOf: EventFormat;
  /** The HTTP status of the request that brought it; left out if it is that of its outcome. */
  readonly status?: number | undefined;
}

/**
 * Writes an event of an operation, as buffers to be concatenated: a result, as JSON, or null with the last event of one that
 * is completed without a result. The last event `isComplete`.
 */
export type EventFormat = (json: Buffer | null, isComplete: boolean) => readonly Buffer[];

/** What all streams of a kind share. */
export interface StreamDependencies {
  /** What is sent first, and later keeps an idle connection open; as one HTTP chunk. */
  readonly ping: Buffer;
  readonly operationLog: OperationLog;
  /** The bytes of requests that wait for their turn, and of results that have not been sent. */
  readonly ledger: ByteLedger;
}

/** After this time, a client may repeat an operation whose result was dropped: too many results were unsent. */
const RETRY_AFTER_SECONDS = 5;

/** The name of the encoding below: subscriptions with equal operations share results that are encoded alike. */
const ENCODING = 'payloads';

/**
 * One of many operations on a single-connection event stream. The first call of `next` starts it, so an
 * operation is not executed while its results cannot be sent. A subscription is asked for more results only
 * when its previous ones have been sent.
 */
export class StreamedOperation {
  /** What it is found by. */
  readonly key: string | number | symbol;
  readonly #context: OperationContext;
  readonly #shared: StreamDependencies;
  readonly #account: string;
  readonly #wake: () => void;
  readonly #eventOf: EventFormat;
  readonly #status: number;
  readonly #aborting = new AbortController();
  /**
   * `waiting` for its first turn; `starting` until its outcome is known; `idle` while its subscription may have results;
   * `executing` while these are computed; `ended` once there will be no more.
   */
  #phase: 'waiting' | 'starting' | 'idle' | 'executing' | 'ended' = 'waiting';
  /** Null once it has started: it holds the request. */
  #run: OperationToAdd['run'] | null;
  #subscription: Subscription | null = null;
  /** The results that are being sent, as JSON, and how many of them have been. */
  #results: readonly Buffer[] = [];
  #sent = 0;
  /** What the ledger counts for its request; 0 once the outcome is known. */
  #requestBytes: number;
  /** The results that the ledger counts: those that wait for their turn. Other subscribers may hold them as well. */
  #counted: readonly Buffer[] = [];
  /** Whether its last event has been sent. */
  isComplete = false;

  /** Calls `wake` whenever `next` may have something. */
  constructor(
    { id, context, bytes, run, eventOf, status = 200 }: OperationToAdd,
    shared: StreamDependencies,
    wake: () => void,
  ) {
    this.key = id ?? Symbol('refusal');
    this.#context = context;
    this.#run = run;
    this.#shared = shared;
    this.#account = context.account;
    this.#wake = wake;
    this.#status = status;
    this.#eventOf = eventOf;
    context.signal = this.#aborting.signal;
    this.#requestBytes = bytes;
    shared.ledger.add(this.#account, bytes);
  }

  get isSubscription(): boolean {
    return this.#context.record.title.type === 'subscription';
  }

  /** Whether its outcome is not known yet. */
  get isBeginning(): boolean {
    return this.#phase === 'waiting' || this.#phase === 'starting';
  }

  /** Whether it has results that are not sent yet. */
  get hasResults(): boolean {
    return this.#sent < this.#results.length;
  }

  /** The next event, as buffers to be concatenated; empty if there is none yet. */
  next(): readonly Buffer[] {
    if (this.#phase === 'waiting') this.#start();
    else if (this.#phase === 'idle' && !this.hasResults) this.#read();
    const result = this.#results[this.#sent] ?? null;
    if (result !== null) this.#sent += 1;
    this.isComplete = this.#phase === 'ended' && !this.hasResults;
    if (result === null && !this.isComplete) return [];
    if (!this.hasResults) this.release();
    return this.#eventOf(result, this.isComplete);
  }

  /** Ends the operation and drops its results. After this, only that it is complete is sent. Idempotent. */
  end(reason: EndReason): void {
    if (this.isBeginning) {
      this.#aborting.abort();
      const ended = { status: this.#status, isAborted: true };
      this.#shared.operationLog.end(this.#context.record, ended);
    }
    this.#subscription?.close(reason);
    this.#finish([]);
  }

  /** Drops its results. The ledger counts nothing of it any more. */
  release(): void {
    this.#shared.ledger.add(this.#account, -this.#requestBytes);
    this.#requestBytes = 0;
    this.#setResults([]);
  }

  #start(): void {
    this.#phase = 'starting';
    void this.#run?.((outcome) => this.#started(outcome));
    this.#run = null;
  }

  #started(outcome: Outcome): void {
    this.release();
    if (this.#phase !== 'starting') {
      if (outcome.kind === 'subscription') outcome.subscription.close('client'); // It has ended in the meantime.
      return;
    }
    if (outcome.kind === 'subscription') {
      this.#subscription = outcome.subscription;
      this.#phase = 'idle';
      outcome.subscription.onWake(this.#wake);
    } else {
      this.#phase = 'ended';
      this.#holdResults([responseBytes(outcome)]);
    }
    this.#wake();
  }

  #read(): void {
    try {
      const results = this.#subscription?.next(ENCODING, encodeResults) ?? [];
      if (results instanceof Promise) void this.#awaitResults(results);
      else this.#setResults(results);
    } catch (error) {
      this.#fail(error as GraphQLError);
    }
  }

  async #awaitResults(pending: Promise<readonly Buffer[]>): Promise<void> {
    this.#phase = 'executing';
    try {
      const results = await pending;
      if (this.#phase !== 'executing') return; // It has ended in the meantime.
      this.#phase = 'idle';
      this.#holdResults(results);
    } catch (error) {
      if (this.#phase !== 'executing') return;
      this.#fail(error as GraphQLError);
    }
    this.#wake();
  }

  /** Holds results until it is their turn to be sent. If they take too much memory, the operation fails instead. */
  #holdResults(results: readonly Buffer[]): void {
    if (this.#shared.ledger.hold(this.#account, results)) {
      this.#results = results;
      this.#counted = results;
      return;
    }
    const { log, record } = this.#context;
    const error = formatError(tooManyUnsentResults(), log);
    record.addErrors([error]);
    this.#fail(error);
  }

  /** The error has been formatted, as all are that `Subscription.next` throws. */
  #fail(error: GraphQLError): void {
    this.#subscription?.close('error');
    this.#finish([Buffer.from(JSON.stringify({ errors: [error] }))]);
  }

  #finish(results: readonly Buffer[]): void {
    this.#phase = 'ended';
    this.#setResults(results);
  }

  /** In place of those that it has had. These are sent at once, and so do not count. */
  #setResults(results: readonly Buffer[]): void {
    this.#shared.ledger.release(this.#account, this.#counted);
    this.#counted = [];
    this.#results = results;
    this.#sent = 0;
  }
}

function encodeResults(results: readonly ExecutionResult[]): readonly Buffer[] {
  return results.map((result) => Buffer.from(JSON.stringify(result)));
}

function tooManyUnsentResults(): OddsgraphError {
  countRefusal('unsent_bytes');
  const message =
    'The server holds too many results of this account that its streams have not sent yet.';
  return new OddsgraphError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
