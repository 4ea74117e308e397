import type { ExecutionResult } from 'graphql';
import type { Subscription } from '../../execution/subscription.ts';
import type { EndReason } from '../../resolvers/operation-record.ts';
import type { SseSource } from './sse-connection.ts';
import { CHUNKED, IDENTITY, type TransferCoding } from './transfer-coding.ts';

/** One subscription on a connection of its own, in the protocol's distinct connections mode. */
export class DistinctConnection implements SseSource {
  readonly #subscription: Subscription;
  hasEnded = false;

  constructor(subscription: Subscription) {
    this.#subscription = subscription;
  }

  onWake(wake: () => void): void {
    this.#subscription.onWake(wake);
  }

  next(coding: TransferCoding): Buffer | Promise<Buffer> | null {
    try {
      return this.#subscription.next(coding.name, ENCODERS[coding.name]);
    } catch (error) {
      this.hasEnded = true;
      return encodeFrames(coding, [nextFrame({ errors: [error] }), COMPLETE_FRAME]);
    }
  }

  close(reason: EndReason): void {
    this.#subscription.close(reason);
  }
}

const ENCODERS = {
  [IDENTITY.name]: encoder(IDENTITY),
  [CHUNKED.name]: encoder(CHUNKED),
} as const;

function encoder(coding: TransferCoding): (results: readonly ExecutionResult[]) => Buffer {
  return (results) => encodeFrames(coding, results.map(nextFrame));
}

const COMPLETE_FRAME = 'event: complete\ndata:\n\n';

function nextFrame(result: ExecutionResult | { readonly errors: readonly unknown[] }): string {
  return `event: next\ndata: ${JSON.stringify(result)}\n\n`;
}

function encodeFrames(coding: TransferCoding, frames: readonly string[]): Buffer {
  return coding.encode([Buffer.from(frames.join(''))]);
}
