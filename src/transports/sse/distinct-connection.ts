import type { ExecutionResult } from 'graphql';
import type { Subscription } from '../../execution/subscription.ts';
import type { Events } from './sse-connection.ts';
import { CHUNKED, PLAIN, type Wire } from './sse-wire.ts';

/** One subscription as GraphQL over SSE has it in distinct connections mode. */
export class DistinctConnection implements Events {
  readonly #subscription: Subscription;
  isOver = false;

  constructor(subscription: Subscription) {
    this.#subscription = subscription;
  }

  onWake(wake: () => void): void {
    this.#subscription.onWake(wake);
  }

  next(wire: Wire): Buffer | Promise<Buffer> | null {
    try {
      return this.#subscription.next(wire.form, ENCODERS[wire.form]);
    } catch (error) {
      this.isOver = true;
      return frameOf(wire, [next({ errors: [error] }), COMPLETE]);
    }
  }

  close(): void {
    this.#subscription.close();
  }
}

/** How results are shown on each wire. */
const ENCODERS = {
  [PLAIN.form]: encoder(PLAIN),
  [CHUNKED.form]: encoder(CHUNKED),
} as const;

function encoder(wire: Wire): (results: readonly ExecutionResult[]) => Buffer {
  return (results) => frameOf(wire, results.map(next));
}

const COMPLETE = 'event: complete\ndata:\n\n';

function next(result: ExecutionResult | { readonly errors: readonly unknown[] }): string {
  return `event: next\ndata: ${JSON.stringify(result)}\n\n`;
}

function frameOf(wire: Wire, events: readonly string[]): Buffer {
  return wire.frame([Buffer.from(events.join(''))]);
}
