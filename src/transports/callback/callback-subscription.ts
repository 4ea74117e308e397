import type { ExecutionResult } from 'graphql';
import { asError } from '../../errors/errors.ts';
import { formatError } from '../../execution/format-error.ts';
import type { OperationLog } from '../../execution/operation-log.ts';
import type { ShownError } from '../../execution/outcome.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import type { Subscription } from '../../execution/subscription.ts';
import type { EndReason, OperationRecord } from '../../resolvers/operation-record.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import type { CallbackEndpoint } from './callback-endpoint.ts';
import { type CallbackMessage, type CallbackSender, UndeliveredError } from './callback-sender.ts';

/** Heartbeats are sent after this share of the interval at which the router expects them. */
const HEARTBEAT_SHARE = 0.75;

/** How often a router that expects no heartbeats is still asked, to notice when it is gone. */
const DEFAULT_CHECK_MS = 10 * 60_000;

/** What a callback subscription uses, and the record of its operation for the log and the metrics. */
interface CallbackDependencies {
  readonly sender: CallbackSender;
  readonly clock: Clock;
  readonly operationLog: OperationLog;
  readonly record: OperationRecord;
}

/**
 * A subscription whose events are posted to a router, one after another. While a post is under way, no events
 * are queued: the subscription remembers only which version of the data it has read, and later reads what has
 * changed since then. It closes when the router does not accept a message.
 */
export class CallbackSubscription {
  readonly #router: CallbackEndpoint;
  readonly #dependencies: CallbackDependencies;
  readonly #onClose: () => void;
  /** Aborted when the subscription closes. */
  readonly #closing = new AbortController();
  /** Null until the router has confirmed that it has subscribed. */
  #heartbeat: Timer | null = null;
  #isHeartbeatPending = false;
  #subscription: Subscription | null = null;

  constructor(router: CallbackEndpoint, dependencies: CallbackDependencies, onClose: () => void) {
    this.#router = router;
    this.#dependencies = dependencies;
    this.#onClose = onClose;
  }

  /**
   * Asks the router to confirm that it has subscribed. If it does not, the subscription closes and this
   * throws `UndeliveredError`. If `complete` was called in the meantime, this throws its error.
   */
  async confirm(): Promise<void> {
    try {
      await this.#send({ action: 'check' });
      this.#closing.signal.throwIfAborted(); // `complete` may have been called since the response.
    } catch (error) {
      this.#close(null);
      throw error;
    }
    const { heartbeatMs } = this.#router;
    const everyMs = heartbeatMs === 0 ? DEFAULT_CHECK_MS : heartbeatMs * HEARTBEAT_SHARE;
    this.#heartbeat = this.#dependencies.clock.every(everyMs, () => void this.#sendHeartbeat());
  }

  /** Sends the subscription's events until it ends, the router is gone, or `complete` is called. */
  async run(subscribing: Promise<Outcome>): Promise<void> {
    try {
      const opened = await subscribing;
      if (opened.kind === 'subscription') await this.#deliver(opened.subscription);
      else await this.complete('errors' in opened ? opened.errors : []);
    } catch (error) {
      if (error instanceof UndeliveredError) this.#routerLost(error);
      // Errors of the operation have been formatted for its viewer, and stay as they are.
      else await this.complete([formatError(error, this.#dependencies.record.log)]);
    }
  }

  /** Closes the subscription, and sends the errors to the router if it has confirmed. */
  async complete(errors: readonly ShownError[], reason: EndReason = 'error'): Promise<void> {
    if (this.#closing.signal.aborted) return;
    if (this.#heartbeat === null) {
      this.#close(null, asError(errors[0]));
      return;
    }
    this.#close(reason);
    const { sender, record } = this.#dependencies;
    const formatted = errors.map((error) => formatError(error, record.log));
    await sender.send(this.#router, { action: 'complete', errors: formatted }).catch(() => {});
  }

  /**
   * Releases everything. Messages in flight to the router fail with `error`. `reason` is for the log; null if the router
   * has not confirmed: then whoever called `confirm` logs the end. Idempotent.
   */
  #close(
    reason: EndReason | null,
    error: Error = new UndeliveredError('The subscription is closed.'),
  ): void {
    if (this.#closing.signal.aborted) return;
    const { operationLog, record } = this.#dependencies;
    this.#closing.abort(error);
    this.#heartbeat?.cancel();
    if (this.#subscription === null && reason !== null) operationLog.end(record, { status: 200 });
    this.#subscription?.close(reason ?? 'client'); // This logs the end, too.
    this.#onClose();
  }

  /** Posts results until the subscription closes. */
  async #deliver(subscription: Subscription): Promise<void> {
    this.#subscription = subscription;
    const { signal } = this.#closing;
    if (signal.aborted) subscription.discard(); // Closed while it was being opened.
    const post = async (payloads: readonly string[]) => {
      for (const payload of payloads) await this.#send({ action: 'next', payload });
    };
    await subscription.deliver('callback', encodePayloads, post, signal);
  }

  /** Heartbeats are sent even while an event is: a router that is slow to accept an event is not gone. */
  async #sendHeartbeat(): Promise<void> {
    if (this.#isHeartbeatPending) return;
    this.#isHeartbeatPending = true;
    await this.#send({ action: 'check' }).catch((error) => this.#routerLost(error));
    this.#isHeartbeatPending = false;
  }

  /** Closes the subscription because the router did not accept a message. */
  #routerLost(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const { log } = this.#dependencies.record;
    const message = 'subscription closed: its router did not accept a message';
    log.info({ reason: asError(error).message }, message);
    this.#close('router');
  }

  #send(message: CallbackMessage): Promise<void> {
    return this.#dependencies.sender.send(this.#router, message, this.#closing.signal);
  }
}

function encodePayloads(results: readonly ExecutionResult[]): readonly string[] {
  return results.map((result) => JSON.stringify(result));
}
