import type { ExecutionResult, GraphQLError } from 'graphql';
import { print } from 'graphql-sse';
import type { Subscription } from '../../execution/subscription.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import { httpChunk } from './http-chunk.ts';
import type { SseSource } from './sse-connection.ts';

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

  onWake(wake: () => void): void {
    this.#subscription.onWake(wake);
  }

  next(): Buffer | Promise<Buffer> | null {
    try {
      return this.#subscription.next('events', encodeEvents);
    } catch (error) {
      // The subscription has ended with this error.
      this.hasEnded = true;
      const last = nextEvent({ errors: [error as GraphQLError] });
      return httpChunk([Buffer.from(last + print({ event: 'complete', data: null }))]);
    }
  }

  close(reason: EndReason): void {
    this.#subscription.close(reason);
  }
}

function encodeEvents(results: readonly ExecutionResult[]): Buffer {
  return httpChunk([Buffer.from(results.map(nextEvent).join(''))]);
}

function nextEvent(result: ExecutionResult): string {
  return print<false, 'next'>({ event: 'next', data: result });
}
