import type { ExecutionResult } from 'graphql';
import type { Subscription } from '../../execution/subscription.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { SseSource } from './sse-connection.ts';
import { CHUNKED, IDENTITY, type TransferCoding } from './transfer-coding.ts';

/**
 * A subscription with an event stream of its own: the distinct connections mode of the GraphQL over SSE
 * protocol (graphql-sse).
 */
export class DistinctConnection implements SseSource {
  readonly #subscription: Subscription;
  hasEnded = false;

  constructor(subscription: Subscription) {
    this.#subscription = subscription;
  }

  /** Calls `wake` whenever `next` may have new results. */
  onWake(wake: () => void): void {
    this.#subscription.onWake(wake);
  }

  next(coding: TransferCoding): Buffer | Promise<Buffer> | null {
    try {
      return this.#subscription.next(coding.name, ENCODERS[coding.name]);
    } catch (error) {
      // The subscription has ended with this error.
      this.hasEnded = true;
      return encodeEvents(coding, [nextEvent({ errors: [error] }), COMPLETE_EVENT]);
    }
  }

  close(reason: EndReason): void {
    this.#subscription.close(reason);
  }
}

/** Encodes results as SSE events. The same two functions serve all connections. */
const ENCODERS = {
  [IDENTITY.name]: encoder(IDENTITY),
  [CHUNKED.name]: encoder(CHUNKED),
} as const;

function encoder(coding: TransferCoding): (results: readonly ExecutionResult[]) => Buffer {
  return (results) => encodeEvents(coding, results.map(nextEvent));
}

const COMPLETE_EVENT = 'event: complete\ndata:\n\n';

function nextEvent(result: ExecutionResult | { readonly errors: readonly unknown[] }): string {
  return `event: next\ndata: ${JSON.stringify(result)}\n\n`;
}

function encodeEvents(coding: TransferCoding, events: readonly string[]): Buffer {
  return coding.encode([Buffer.from(events.join(''))]);
}
