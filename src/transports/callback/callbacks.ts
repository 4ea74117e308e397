import type { Clock } from '../../clock.ts';
import { badUserInput, OddsgraphError } from '../../errors.ts';
import type { Operation } from '../../execution/operation.ts';
import { type Execution, subscribe } from '../../execution/subscription.ts';
import { callbackSubscriptions, countRefusal } from '../../metrics.ts';
import type { EndReason, OperationRecord } from '../../resolvers/operation-record.ts';
import { type CallbackRequest, readCallbackRequest } from './callback-request.ts';
import { CallbackSender } from './callback-sender.ts';
import { CallbackSubscription } from './callback-subscription.ts';

export interface CallbacksOptions extends Execution {
  readonly clock: Clock;
  /** The hosts that may be called, in the format of `CALLBACK_HOSTS`. */
  readonly callbackHosts: readonly string[];
}

/** Open subscriptions of all routers. */
const SUBSCRIPTIONS_MAX = 10_000;

/**
 * Subscriptions over the HTTP callback protocol 1.0: a router sends a URL, and events are posted
 * there. They share executions and encodings with equal subscriptions of the other transports.
 */
export class Callbacks {
  readonly #options: CallbacksOptions;
  readonly #hosts: ReadonlySet<string>;
  readonly #sender: CallbackSender;
  readonly #open = new Set<CallbackSubscription>();
  #isClosed = false;

  constructor(options: CallbacksOptions) {
    this.#options = options;
    this.#hosts = new Set(options.callbackHosts.map((host) => host.toLowerCase()));
    this.#sender = new CallbackSender(options.clock);
  }

  /**
   * Subscribes the router that sent `operation` with this `extension`, after it has confirmed. Throws if
   * the request is refused. Errors of the subscription itself are sent to the router.
   */
  async subscribe(extension: unknown, operation: Operation): Promise<void> {
    await operation.context.tier(); // Throws if upstream refuses the key, so that no URL is called for it.
    const router = readCallbackRequest(extension, this.#hosts);
    const { record } = operation.context;
    const callback = this.#add(router, record);
    await callback.confirm().catch(() => {
      throw badUserInput('extensions.subscription', 'was not confirmed by its router');
    });
    record.outlivesRequest = true;
    void callback.run(subscribe(this.#options, operation));
  }

  /** Ends the open subscriptions, and sends the error to their routers. */
  async endAll(error: OddsgraphError, reason: EndReason): Promise<void> {
    await Promise.all([...this.#open].map((callback) => callback.complete([error], reason)));
  }

  /** Ends all subscriptions and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.endAll(stopping(), 'draining');
    await this.#sender.close();
  }

  #add(router: CallbackRequest, record: OperationRecord): CallbackSubscription {
    if (this.#isClosed) throw stopping();
    if (this.#open.size >= SUBSCRIPTIONS_MAX) {
      countRefusal('callbacks');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `Routers already have ${SUBSCRIPTIONS_MAX} open subscriptions.`,
      );
    }
    const { clock, operationLog } = this.#options;
    const dependencies = { sender: this.#sender, clock, operationLog, record };
    const callback = new CallbackSubscription(router, dependencies, () => {
      if (this.#open.delete(callback)) callbackSubscriptions.dec();
    });
    this.#open.add(callback);
    callbackSubscriptions.inc();
    return callback;
  }
}

function stopping(): OddsgraphError {
  return new OddsgraphError('UPSTREAM_UNAVAILABLE', 'The server is stopping.');
}
