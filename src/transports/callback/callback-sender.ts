import pRetry, { AbortError } from 'p-retry';
import { Agent } from 'undici';
import type { Clock } from '../../clock.ts';
import type { CallbackEndpoint } from './callback-endpoint.ts';

/** A message of the HTTP callback protocol, without the fields that identify the subscription. */
export type CallbackMessage =
  /** Asks whether the router still has the subscription. */
  | { readonly action: 'check' }
  /** `payload` is an execution result as JSON text. */
  | { readonly action: 'next'; readonly payload: string }
  | { readonly action: 'complete'; readonly errors: readonly object[] };

/** A router (a federation gateway such as Apollo Router) has not accepted a message. */
export class UndeliveredError extends Error {}

/** How long delivering a message may take, including retries. */
export const DELIVERY_MS = 10_000;

const RETRIES = 2;
/** Before the first retry; doubled for the second. */
const BACKOFF_MS = 100;
/** The most connections to one router. */
const CONNECTIONS = 64;
const ROUTERS_MAX = 256;
/** How much of a response is read and ignored, so that its connection can be used again. */
const RESPONSE_BYTES_MAX = 16 * 1024;

/**
 * Sends messages to routers. Redirects are not followed, since they could lead to hosts that must not
 * be called. Only the status of a response is used.
 */
export class CallbackSender {
  readonly #clock: Clock;
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    maxOrigins: ROUTERS_MAX,
    headersTimeout: 0, // `DELIVERY_MS` replaces both timeouts.
    bodyTimeout: 0,
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Resolves once the router has accepted the message. After a network error or a 5xx status it is sent
   * again, so a router may get it twice. Throws if the router refuses it or is too slow, and when
   * `signal` aborts.
   */
  async send(to: CallbackEndpoint, message: CallbackMessage, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const delivery = new AbortController();
    const abort = () => delivery.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    const timer = this.#clock.after(DELIVERY_MS, () =>
      delivery.abort(new UndeliveredError('The router did not respond in time.')),
    );
    const body = bodyOf(to, message);
    try {
      await pRetry(() => this.#post(to.url, message.action, body, delivery.signal), {
        retries: RETRIES,
        minTimeout: BACKOFF_MS,
        signal: delivery.signal,
      });
    } finally {
      timer.cancel();
      signal?.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #post(
    url: URL,
    action: CallbackMessage['action'],
    body: string,
    signal: AbortSignal,
  ): Promise<void> {
    const status = await this.#statusOf(url, body, signal);
    if (action === 'check' ? status === 204 : status >= 200 && status < 300) return;
    const refusal = new UndeliveredError(`The router responded to "${action}" with ${status}.`);
    throw status >= 500 ? refusal : new AbortError(refusal); // `AbortError` prevents retries.
  }

  async #statusOf(url: URL, body: string, signal: AbortSignal): Promise<number> {
    try {
      const response = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'subscription-protocol': 'callback/1.0' },
        body,
        signal,
      });
      await response.body.dump({ limit: RESPONSE_BYTES_MAX });
      return response.statusCode;
    } catch {
      signal.throwIfAborted();
      // The original error would put the router's address into the log.
      throw new UndeliveredError('The router cannot be reached.');
    }
  }
}

function bodyOf({ id, verifier }: CallbackEndpoint, message: CallbackMessage): string {
  const { action } = message;
  const head = JSON.stringify({ kind: 'subscription', action, id, verifier });
  if (action === 'check') return head;
  const more =
    action === 'next'
      ? `"payload":${message.payload}`
      : `"errors":${JSON.stringify(message.errors)}`;
  return `${head.slice(0, -1)},${more}}`;
}
