import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Clock, Timer } from '../../clock.ts';
import { asError } from '../../errors.ts';
import { formatError, formatForResponse } from '../../execution/format-error.ts';
import type { OperationLog } from '../../execution/operation-log.ts';
import { Subscription } from '../../execution/subscription.ts';
import type { EndReason, OperationRecord } from '../../resolvers/operation-record.ts';
import type { CallbackRequest } from './callback-request.ts';
import { type CallbackMessage, type CallbackSender, UndeliveredError } from './callback-sender.ts';

/** Heartbeats are sent a little before the router's interval ends. */
const HEARTBEAT_SHARE = 0.75;

/** A router without heartbeats is still checked, to notice that it is gone when there are no events. */
const DEFAULT_CHECK_MS = 10 * 60_000;

export interface CallbackDependencies {
  readonly sender: CallbackSender;
  readonly clock: Clock;
  readonly operationLog: OperationLog;
  readonly record: OperationRecord;
}

/**
 * A subscription whose events are posted to a router, one after another. While the router is busy with one,
 * nothing is queued: the subscription keeps only the version of the data that it has read, and the results
 * being sent. It closes when the router does not accept a message.
 */
export class CallbackSubscription {
  readonly #router: CallbackRequest;
  readonly #dependencies: CallbackDependencies;
  readonly #onClose: () => void;
  readonly #closing = new AbortController();
  #isConfirmed = false;
  #heartbeat: Timer | null = null;
  #isHeartbeatPending = false;
  #subscription: Subscription | null = null;
  #wake: () => void = () => {};

  constructor(router: CallbackRequest, dependencies: CallbackDependencies, onClose: () => void) {
    this.#router = router;
    this.#dependencies = dependencies;
    this.#onClose = onClose;
  }

  /** Asks the router to confirm that it has subscribed. Closes and throws if it does not. */
  async confirm(): Promise<void> {
    try {
      await this.#send({ action: 'check' });
    } catch (error) {
      this.#close();
      throw error;
    }
    this.#isConfirmed = true;
    const { heartbeatMs } = this.#router;
    const everyMs = heartbeatMs === 0 ? DEFAULT_CHECK_MS : heartbeatMs * HEARTBEAT_SHARE;
    this.#heartbeat = this.#dependencies.clock.every(everyMs, () => void this.#sendHeartbeat());
  }

  /** Sends the subscription's events until it ends, the router is gone, or `close` is called. */
  async run(opening: Promise<Subscription | ExecutionResult>): Promise<void> {
    try {
      const opened = await opening;
      if (opened instanceof Subscription) await this.#pump(opened);
      else await this.complete(opened.errors ?? []);
    } catch (error) {
      if (error instanceof UndeliveredError) this.#routerLost(error);
      else await this.complete([formatError(error, this.#dependencies.record.log)]);
    }
  }

  /** Closes, and sends the errors to a router that has confirmed. */
  async complete(errors: readonly GraphQLError[], reason: EndReason = 'error'): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { sender, record } = this.#dependencies;
    if (this.#isConfirmed) this.#end(reason);
    else this.#close();
    if (!this.#isConfirmed) return;
    const formatted = errors.map((error) => formatForResponse(error, record.log));
    await sender.send(this.#router, { action: 'complete', errors: formatted }).catch(() => {});
  }

  /** Closes, and ends the record of a subscription that its router has confirmed. */
  #end(reason: EndReason): void {
    const { operationLog, record } = this.#dependencies;
    this.#close();
    if (this.#subscription !== null) this.#subscription.close(reason);
    else operationLog.end(record, { status: 200 });
  }

  /** Releases everything. Idempotent. */
  #close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new UndeliveredError('The subscription is closed.'));
    this.#heartbeat?.cancel();
    this.#subscription?.discard();
    this.#wake();
    this.#onClose();
  }

  async #pump(subscription: Subscription): Promise<void> {
    this.#subscription = subscription;
    if (this.#closing.signal.aborted) subscription.discard(); // Closed while it was being opened.
    subscription.onWake(() => this.#wake());
    while (!this.#closing.signal.aborted) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const payloads = await subscription.next('callback', encodePayloads);
      if (payloads === null) await woken;
      else for (const payload of payloads) await this.#send({ action: 'next', payload });
    }
  }

  /** Heartbeats don't wait for events: a router that is slow to accept one is not gone. */
  async #sendHeartbeat(): Promise<void> {
    if (this.#isHeartbeatPending) return;
    this.#isHeartbeatPending = true;
    try {
      await this.#send({ action: 'check' });
    } catch (error) {
      this.#routerLost(error);
    }
    this.#isHeartbeatPending = false;
  }

  #routerLost(reason: unknown): void {
    if (this.#closing.signal.aborted) return;
    const { message } = asError(reason);
    this.#dependencies.record.log.info(
      { reason: message },
      'subscription closed: its router did not accept a message',
    );
    this.#end('router');
  }

  #send(message: CallbackMessage): Promise<void> {
    return this.#dependencies.sender.send(this.#router, message, this.#closing.signal);
  }
}

function encodePayloads(results: readonly ExecutionResult[]): readonly string[] {
  return results.map((result) => JSON.stringify(result));
}
