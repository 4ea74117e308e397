import pRetry, { AbortError } from 'p-retry';
import { Agent } from 'undici';
import type { Clock } from '../../clock.ts';
import type { CallbackRequest } from './callback-request.ts';

/** A message of the HTTP callback protocol, with what goes along beside its addressee. */
export type CallbackMessage =
  | { readonly action: 'check' }
  /** `payload` is JSON text. */
  | { readonly action: 'next'; readonly payload: string }
  | { readonly action: 'complete'; readonly errors: readonly object[] };

/** A router has not taken a message. */
export class UndeliveredError extends Error {}

/** The time in which a router must take a message, all tries included. */
export const TAKE_MS = 10_000;

const RETRIES = 2;
const BACKOFF_MS = 100;
const CONNECTIONS = 64;
const ROUTERS_MAX = 256;
const ANSWER_BYTES_MAX = 16 * 1024;

/**
 * Sends messages to routers. Redirects are not followed: they would lead away from the hosts that
 * may be called. What a router says is not read, beyond its status.
 */
export class CallbackSender {
  readonly #clock: Clock;
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    maxOrigins: ROUTERS_MAX,
    headersTimeout: 0, // The deadline of the message covers both.
    bodyTimeout: 0,
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Resolves once the router has taken the message; a router that fails is asked again, so it may
   * get one twice. Throws where it does not take it, or not in time, and when `signal` is aborted.
   */
  async send(to: CallbackRequest, message: CallbackMessage, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const ending = new AbortController();
    const end = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', end);
    const timer = this.#clock.after(TAKE_MS, () =>
      ending.abort(new UndeliveredError('No answer in time.')),
    );
    const body = bodyOf(to, message);
    try {
      await pRetry(() => this.#post(to.url, message.action, body, ending.signal), {
        retries: RETRIES,
        minTimeout: BACKOFF_MS,
        signal: ending.signal,
      });
    } finally {
      timer.cancel();
      signal?.removeEventListener('abort', end);
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
    const refusal = new UndeliveredError(`"${action}" was answered with ${status}.`);
    throw status >= 500 ? refusal : new AbortError(refusal);
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
      await response.body.dump({ limit: ANSWER_BYTES_MAX });
      return response.statusCode;
    } catch {
      signal.throwIfAborted();
      // Without its address, which the log shall not hold.
      throw new UndeliveredError('The router cannot be reached.');
    }
  }
}

function bodyOf({ id, verifier }: CallbackRequest, message: CallbackMessage): string {
  const { action } = message;
  const head = JSON.stringify({ kind: 'subscription', action, id, verifier });
  if (action === 'check') return head;
  const more =
    action === 'next'
      ? `"payload":${message.payload}`
      : `"errors":${JSON.stringify(message.errors)}`;
  return `${head.slice(0, -1)},${more}}`;
}
