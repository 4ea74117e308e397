import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Clock, Timer } from '../../clock.ts';
import { asError } from '../../errors.ts';
import { formatError, formatForResponse } from '../../execution/format-error.ts';
import { Subscription } from '../../execution/subscription.ts';
import type { Log } from '../../log.ts';
import type { CallbackRequest } from './callback-request.ts';
import { type CallbackMessage, type CallbackSender, UndeliveredError } from './callback-sender.ts';

/** A router is to hear of a subscription within each of its intervals: a little before it is over. */
const HEARTBEAT_SHARE = 0.75;

/** One that wants no heartbeats is asked this seldom: with nothing to tell, its end would not show. */
const QUIET_CHECK_MS = 10 * 60_000;

export interface CallbackDependencies {
  readonly sender: CallbackSender;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * A subscription whose events go to a router, one after the other: while the router takes one, the
 * subscription keeps its version, and no events beyond the current batch. A router that does
 * not take a message is given up, and all that the subscription held is let go of.
 */
export class CallbackSubscription {
  readonly #router: CallbackRequest;
  readonly #dependencies: CallbackDependencies;
  readonly #onClose: () => void;
  readonly #closing = new AbortController();
  #isConfirmed = false;
  #heartbeat: Timer | null = null;
  #isBeating = false;
  #subscription: Subscription | null = null;
  #wake: () => void = () => {};

  constructor(router: CallbackRequest, dependencies: CallbackDependencies, onClose: () => void) {
    this.#router = router;
    this.#dependencies = dependencies;
    this.#onClose = onClose;
  }

  /** Asks the router whether it has subscribed. Throws, and closes, where it does not say so. */
  async confirm(): Promise<void> {
    try {
      await this.#send({ action: 'check' });
    } catch (error) {
      this.close();
      throw error;
    }
    this.#isConfirmed = true;
    const { heartbeatMs } = this.#router;
    const everyMs = heartbeatMs === 0 ? QUIET_CHECK_MS : heartbeatMs * HEARTBEAT_SHARE;
    this.#heartbeat = this.#dependencies.clock.every(everyMs, () => void this.#beat());
  }

  /** Sends what the subscription gives, until it ends, the router is gone, or it is closed. */
  async run(opening: Promise<Subscription | ExecutionResult>): Promise<void> {
    try {
      const opened = await opening;
      if (opened instanceof Subscription) await this.#pump(opened);
      else await this.complete(opened.errors ?? []);
    } catch (error) {
      if (error instanceof UndeliveredError) this.#giveUp(error);
      else await this.complete([formatError(error, this.#dependencies.log)]);
    }
  }

  /** Closes, and tells a router that has subscribed why. */
  async complete(errors: readonly GraphQLError[]): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.close();
    if (!this.#isConfirmed) return;
    const { sender, log } = this.#dependencies;
    const shown = errors.map((error) => formatForResponse(error, log));
    await sender.send(this.#router, { action: 'complete', errors: shown }).catch(() => {});
  }

  /** Lets go of everything. Safe to call again. */
  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new UndeliveredError('The subscription is closed.'));
    this.#heartbeat?.cancel();
    this.#subscription?.close();
    this.#wake();
    this.#onClose();
  }

  async #pump(subscription: Subscription): Promise<void> {
    this.#subscription = subscription;
    if (this.#closing.signal.aborted) subscription.close(); // While it was being opened.
    subscription.onWake(() => this.#wake());
    while (!this.#closing.signal.aborted) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const payloads = await subscription.next('callback', encodePayloads);
      if (payloads === null) await woken;
      else for (const payload of payloads) await this.#send({ action: 'next', payload });
    }
  }

  /** Goes beside the events: a router that is slow to take one is not gone. */
  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    try {
      await this.#send({ action: 'check' });
    } catch (error) {
      this.#giveUp(error);
    }
    this.#isBeating = false;
  }

  #giveUp(reason: unknown): void {
    if (this.#closing.signal.aborted) return;
    const { message } = asError(reason);
    this.#dependencies.log.info({ reason: message }, 'a router takes no more of a subscription');
    this.close();
  }

  #send(message: CallbackMessage): Promise<void> {
    return this.#dependencies.sender.send(this.#router, message, this.#closing.signal);
  }
}

function encodePayloads(results: readonly ExecutionResult[]): readonly string[] {
  return results.map((result) => JSON.stringify(result));
}
