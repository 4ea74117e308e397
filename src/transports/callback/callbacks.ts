import { badUserInput, OddsgraphError, serverStopping } from '../../errors/errors.ts';
import { clientLeft } from '../../execution/format-error.ts';
import type { AskedOperation } from '../../execution/operation.ts';
import { execute } from '../../execution/run-operation.ts';
import { countRefusal, metrics } from '../../observability/metrics.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import { FairGate, partOfFree } from '../../scheduling/fair-gate.ts';
import type { TransportOptions } from '../transport.ts';
import { type CallbackEndpoint, readCallbackRequest } from './callback-endpoint.ts';
import { CallbackSender, UndeliveredError } from './callback-sender.ts';
import { CallbackSubscription } from './callback-subscription.ts';

/**
 * Subscriptions over the HTTP callback protocol 1.0: a router sends a URL, and events are posted there. Each
 * event is executed and encoded once for all identical subscriptions over this protocol.
 */
export class Callbacks {
  readonly #options: TransportOptions;
  readonly #hosts: ReadonlySet<string>;
  readonly #sender: CallbackSender;
  readonly #open = new Set<CallbackSubscription>();
  readonly #places: FairGate;
  #isClosed = false;

  constructor(options: TransportOptions) {
    const { callbackHosts, services } = options;
    this.#options = options;
    this.#hosts = new Set(callbackHosts.map((host) => host.toLowerCase()));
    this.#sender = new CallbackSender(services.clock);
    // An account may open another subscription while it has fewer than are free: one account alone gets at most half.
    this.#places = new FairGate(services.live.limits.callbacks, partOfFree(1));
  }

  /**
   * Starts a router's subscription after the router has confirmed it. `extension` is the request's
   * `extensions.subscription`. Throws if the request is refused. Later errors are sent to the router.
   */
  async subscribe(extension: unknown, operation: AskedOperation): Promise<void> {
    const { context } = operation;
    const { record } = context;
    // Called because it names the operation in the record, so that a refusal is logged with that name. Throws if there is none.
    this.#options.executor.withDefinition(operation);
    await context.tier(); // Throws if upstream refuses the API key, so that no URL is called for it.
    if (context.signal?.aborted) throw clientLeft(); // The record has ended with the request: it is too late for `outlivesRequest`.
    const router = readCallbackRequest(extension, this.#hosts);
    const callback = this.#add(router, context);
    record.outlivesRequest = true; // The router may close its request before it confirms the subscription.
    await callback.confirm().catch((reason) => {
      const error = reason instanceof UndeliveredError ? unconfirmed() : reason;
      record.addErrors([error]);
      this.#options.operationLog.end(record, { status: 400 }); // The protocol requires 400.
      throw error;
    });
    // A span of its own: the request's may end before upstream opens the stream.
    const span = context.services.tracing?.startOperation(context.span) ?? null;
    context.span = span;
    void callback.run(execute(this.#options, operation).finally(() => span?.end(null)));
  }

  /** Ends the open subscriptions, and sends the error to their routers. */
  async endAll(error: OddsgraphError, reason: EndReason): Promise<void> {
    await Promise.all([...this.#open].map((callback) => callback.complete([error], reason)));
  }

  /** Ends all subscriptions and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.endAll(serverStopping(), 'draining');
    await this.#sender.close();
  }

  /** Adds a subscription that the router has not confirmed yet. Throws if the account has too many. */
  #add(
    router: CallbackEndpoint,
    { account, record }: AskedOperation['context'],
  ): CallbackSubscription {
    if (this.#isClosed) throw serverStopping();
    const release = this.#places.take(account);
    if (release === null) {
      countRefusal('callbacks');
      const message = 'Routers have as many subscriptions open as they may for this account.';
      throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', message);
    }
    const { services, operationLog } = this.#options;
    const dependencies = { sender: this.#sender, clock: services.clock, operationLog, record };
    const callback = new CallbackSubscription(router, dependencies, () => {
      this.#open.delete(callback);
      release();
      metrics.callback_subscriptions.dec();
    });
    this.#open.add(callback);
    metrics.callback_subscriptions.inc();
    return callback;
  }
}

function unconfirmed(): OddsgraphError {
  return badUserInput('extensions.subscription', 'was not confirmed by its router');
}
