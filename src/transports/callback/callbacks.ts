import type { GraphQLSchema } from 'graphql';
import type { Clock } from '../../clock.ts';
import { badUserInput, OddsgraphError } from '../../errors.ts';
import type { Executor } from '../../execution/executor.ts';
import type { Operation } from '../../execution/operation.ts';
import { subscribe } from '../../execution/subscription.ts';
import type { Log } from '../../log.ts';
import { callbackSubscriptions, countRefusal } from '../../metrics.ts';
import { readCallbackRequest } from './callback-request.ts';
import { CallbackSender } from './callback-sender.ts';
import { CallbackSubscription } from './callback-subscription.ts';

export interface CallbacksOptions {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
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
    await operation.context.tier(); // Nothing is called for unknown keys.
    const router = readCallbackRequest(extension, this.#hosts);
    const callback = this.#add(router, operation.context.log);
    await callback.confirm().catch(() => {
      throw badUserInput('extensions.subscription', 'was not confirmed by its router');
    });
    const { schema, executor } = this.#options;
    void callback.run(subscribe(schema, executor, operation));
  }

  /** Ends the open subscriptions, and sends the error to their routers. */
  async endAll(error: OddsgraphError): Promise<void> {
    await Promise.all([...this.#open].map((callback) => callback.complete([error])));
  }

  /** Ends all subscriptions and accepts no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.endAll(stopping());
    await this.#sender.close();
  }

  #add(router: ReturnType<typeof readCallbackRequest>, log: Log): CallbackSubscription {
    if (this.#isClosed) throw stopping();
    if (this.#open.size >= SUBSCRIPTIONS_MAX) {
      countRefusal('callbacks');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `Routers already have ${SUBSCRIPTIONS_MAX} open subscriptions.`,
      );
    }
    const { clock } = this.#options;
    const callback = new CallbackSubscription(router, { sender: this.#sender, clock, log }, () => {
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
