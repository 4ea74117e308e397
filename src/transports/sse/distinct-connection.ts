import type { ExecutionResult, GraphQLError } from 'graphql';
import { print } from 'graphql-sse';
import type { Subscription } from '../../execution/subscription.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import { EVENT_STREAM, MULTIPART } from '../arrival/accept.ts';
import { PING, type SseSource } from './sse-connection.ts';

/** How a subscription with a response of its own is written. */
interface SubscriptionFormat {
  readonly contentType: string;
  readonly opening: Buffer;
  readonly ping: Buffer;
  readonly encode: (results: readonly ExecutionResult[]) => Buffer;
  /** The last bytes of a subscription that ends with an error. */
  readonly failure: (error: GraphQLError) => Buffer;
}

/** The distinct connections mode of the GraphQL over SSE protocol (graphql-sse). */
const AS_EVENTS: SubscriptionFormat = {
  contentType: EVENT_STREAM,
  opening: PING,
  ping: PING,
  encode: (results) => chunk(results.map(nextEvent).join('')),
  failure: (error) =>
    chunk(nextEvent({ errors: [error] }) + print({ event: 'complete', data: null })),
};

/**
 * Multipart HTTP, Apollo's subscription protocol for clients. Each part is followed by the delimiter of the next one, so
 * that clients need not wait for that one. Apollo iOS compares the parameter `subscriptionSpec=1.0` letter by letter.
 */
const AS_PARTS: SubscriptionFormat = {
  contentType: `${MULTIPART};boundary="graphql";subscriptionSpec=1.0`,
  opening: chunk(`\r\n--graphql${part({})}`),
  ping: chunk(part({})),
  encode: (results) => chunk(results.map((payload) => part({ payload })).join('')),
  failure: (error) => chunk(`${part({ payload: null, errors: [error] })}--\r\n`),
};

export const SUBSCRIPTION_FORMATS = { [EVENT_STREAM]: AS_EVENTS, [MULTIPART]: AS_PARTS };

/** A subscription with a response of its own. */
export class DistinctConnection implements SseSource {
  readonly #subscription: Subscription;
  readonly #format: SubscriptionFormat;
  hasEnded = false;

  constructor(subscription: Subscription, format: SubscriptionFormat) {
    this.#subscription = subscription;
    this.#format = format;
  }

  get opening(): Buffer {
    return this.#format.opening;
  }

  get ping(): Buffer {
    return this.#format.ping;
  }

  onWake(wake: () => void): void {
    this.#subscription.onWake(wake);
  }

  next(): Buffer | Promise<Buffer> | null {
    try {
      return this.#subscription.next(this.#format.contentType, this.#format.encode);
    } catch (error) {
      // The subscription has ended with this error.
      this.hasEnded = true;
      return this.#format.failure(error as GraphQLError);
    }
  }

  finish(reason: EndReason): void {
    this.hasEnded = true;
    this.close(reason);
  }

  close(reason: EndReason): void {
    this.#subscription.close(reason);
  }
}

/** As `httpChunk`, of a text. */
function chunk(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}

function nextEvent(result: ExecutionResult): string {
  return print<false, 'next'>({ event: 'next', data: result });
}

function part(content: object): string {
  return `\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(content)}\r\n--graphql`;
}
