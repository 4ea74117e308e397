import pRetry, { AbortError } from 'p-retry';
import { Agent } from 'undici';
import type { Clock } from '../../scheduling/clock.ts';
import type { CallbackEndpoint } from './callback-endpoint.ts';

/** A message of the HTTP callback protocol, without the fields that identify the subscription. */
export type CallbackMessage =
  /** Asks whether the router still has the subscription. */
  | { readonly action: 'check' }
  /** `payload` is an execution result as JSON text. */
  | { readonly action: 'next'; readonly payload: string }
  | { readonly action: 'complete'; readonly errors: readonly object[] };

/** A router has not accepted a message. */
export class UndeliveredError extends Error {}

/** How long delivering a message may take, including retries. */
export const DELIVERY_MS = 10_000;

/** Two retries, the first of them after 100 ms, the second after twice that. */
const RETRIES = { retries: 2, minTimeout: 100 };

/**
 * The most connections to one router, for events and for heartbeats each, and the most routers. A subscription has at
 * most one event and one heartbeat on their way.
 */
const CONNECTIONS = 512;
const ROUTERS_MAX = 256;

/** How much of a response is read and ignored, so that its connection can be used again. */
const RESPONSE_BYTES_MAX = 16 * 1024;

/**
 * Sends messages to routers. Redirects are not followed, since they could lead to hosts that must not
 * be called. Only the status of a response is used.
 */
export class CallbackSender {
  readonly #clock: Clock;
  readonly #events = newAgent();
  /** They have connections of their own, so that they do not wait for events that a router is slow to accept. */
  readonly #heartbeats = newAgent();
  readonly #underWay = new Set<Promise<void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Resolves once the router has accepted the message. After a network error or a 5xx status it is sent
   * again, so a router may get it twice. Throws if the router refuses it or is too slow, and when
   * `closing` aborts.
   */
  send(to: CallbackEndpoint, message: CallbackMessage, closing?: AbortSignal): Promise<void> {
    const delivery = this.#deliver(to, message, closing).finally(() =>
      this.#underWay.delete(delivery),
    );
    this.#underWay.add(delivery);
    return delivery;
  }

  /** Waits for the messages that are under way, then closes all connections. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await Promise.all([this.#events.destroy(), this.#heartbeats.destroy()]);
  }

  async #deliver(
    to: CallbackEndpoint,
    message: CallbackMessage,
    closing?: AbortSignal,
  ): Promise<void> {
    closing?.throwIfAborted();
    const delivery = new AbortController();
    const { signal } = delivery;
    const abort = () => delivery.abort(closing?.reason);
    closing?.addEventListener('abort', abort);
    const timer = this.#clock.after(DELIVERY_MS, () =>
      delivery.abort(new UndeliveredError('The router did not respond in time.')),
    );
    const { action } = message;
    const body = bodyOf(to, message);
    try {
      await pRetry(() => this.#post(to.url, action, body, signal), { ...RETRIES, signal });
    } finally {
      timer.cancel();
      closing?.removeEventListener('abort', abort);
    }
  }

  async #post(url: URL, action: string, body: string, signal: AbortSignal): Promise<void> {
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', 'subscription-protocol': 'callback/1.0' },
      body,
      signal,
    };
    const agent = action === 'check' ? this.#heartbeats : this.#events;
    const response = await agent.request(request).catch(() => {
      signal.throwIfAborted();
      // The original error would put the router's address into the log.
      throw new UndeliveredError('The router cannot be reached.');
    });
    const { statusCode: status } = response;
    await response.body.dump({ limit: RESPONSE_BYTES_MAX }).catch(() => signal.throwIfAborted());
    if (action === 'check' ? status === 204 : status >= 200 && status < 300) return;
    const refusal = new UndeliveredError(`The router responded to "${action}" with ${status}.`);
    throw status >= 500 ? refusal : new AbortError(refusal); // `AbortError` prevents retries.
  }
}

function newAgent(): Agent {
  return new Agent({
    connections: CONNECTIONS,
    maxOrigins: ROUTERS_MAX,
    headersTimeout: 0, // `DELIVERY_MS` replaces both timeouts.
    bodyTimeout: 0,
  });
}

/** `payload` is JSON already. */
function bodyOf({ id, verifier }: CallbackEndpoint, message: CallbackMessage): string {
  const { action } = message;
  const head = { kind: 'subscription', action, id, verifier };
  if (action !== 'next') return JSON.stringify({ ...head, ...message });
  return `${JSON.stringify(head).slice(0, -1)},"payload":${message.payload}}`;
}
