import type { OddsgraphError } from '../../errors/errors.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { UpstreamStreamListener } from '../../upstream/stream/stream-listener.ts';

/** How long `snapshot:complete` is held back if no opportunities came before it. */
const HELD_MS = 2_000;

/**
 * Passes the frames of a stream of opportunities on. Upstream may list those that are open before `snapshot:complete`, or
 * after it, as if they were new. If none came before, `snapshot:complete` is held back for a moment. The board is not
 * complete until then: nothing expires, and queries wait.
 */
export class LateOpportunities implements UpstreamStreamListener {
  readonly #listener: UpstreamStreamListener;
  readonly #clock: Clock;
  #hasListed = false;
  #held: Timer | null = null;

  constructor(listener: UpstreamStreamListener, clock: Clock) {
    this.#listener = listener;
    this.#clock = clock;
  }

  onFrame(frame: StreamFrame): void {
    if (frame.kind === 'connected') this.restart();
    this.#hasListed ||= frame.kind.endsWith(':detected');
    if (frame.kind !== 'snapshot:complete' || this.#hasListed) this.#listener.onFrame(frame);
    else this.#held ??= this.#clock.after(HELD_MS, () => this.#listener.onFrame(frame));
  }

  onDegraded(...lost: Parameters<UpstreamStreamListener['onDegraded']>): void {
    this.restart();
    this.#listener.onDegraded(...lost);
  }

  onEnd(error: OddsgraphError): void {
    this.restart();
    this.#listener.onEnd(error);
  }

  /** Forgets what this connection has sent. */
  restart(): void {
    this.#hasListed = false;
    this.#held?.cancel();
    this.#held = null;
  }
}
