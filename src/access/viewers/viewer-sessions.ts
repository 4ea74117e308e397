import { OddsgraphError } from '../../errors/errors.ts';
import { countRefusal } from '../../observability/metrics.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import type { Viewer } from '../identity.ts';

/** How often tokens are checked: a subscription may outlive its token for this long. */
const CHECK_MS = 1_000;

/** Subscriptions that one viewer may have open at a time. */
const SUBSCRIPTIONS_MAX = 50;

/** An open subscription. */
interface Session {
  readonly viewer: Viewer;
  readonly end: (error: OddsgraphError) => void;
}

/** The open subscriptions of viewers. Each ends when its token is no longer valid. */
export class ViewerSessions {
  readonly #isValid: (viewer: Viewer) => boolean;
  /** By the viewer's id. */
  readonly #sessions = new Map<string, Set<Session>>();
  readonly #timer: Timer;

  constructor(isValid: (viewer: Viewer) => boolean, clock: Clock) {
    this.#isValid = isValid;
    this.#timer = clock.every(CHECK_MS, () => this.#check());
  }

  /**
   * Counts a subscription, and calls `end` when its token is no longer valid. Returns a function that must be
   * called when the subscription is over; further calls do nothing. Throws `STREAM_LIMIT_EXCEEDED`
   * when the viewer has too many.
   */
  open(viewer: Viewer, end: (error: OddsgraphError) => void): () => void {
    const sessions = this.#sessions.get(viewer.id) ?? new Set();
    if (sessions.size >= SUBSCRIPTIONS_MAX) {
      countRefusal('viewer_subscriptions');
      const message = `You have ${SUBSCRIPTIONS_MAX} subscriptions open: close one first.`;
      throw new OddsgraphError('STREAM_LIMIT_EXCEEDED', message);
    }
    const session = { viewer, end };
    this.#sessions.set(viewer.id, sessions.add(session));
    return () => {
      if (sessions.delete(session) && sessions.size === 0) this.#sessions.delete(viewer.id);
    };
  }

  /** Throws `UNAUTHENTICATED` if the viewer's token is no longer valid. */
  requireValid(viewer: Viewer): void {
    if (!this.#isValid(viewer)) throw tokenEnded();
  }

  stop(): void {
    this.#timer.cancel();
  }

  /** Ends the subscriptions whose tokens are no longer valid. */
  #check(): void {
    for (const sessions of this.#sessions.values()) {
      for (const { viewer, end } of sessions) {
        if (!this.#isValid(viewer)) end(tokenEnded());
      }
    }
  }
}

function tokenEnded(): OddsgraphError {
  const message = 'The token is no longer valid: reconnect with a new one.';
  return new OddsgraphError('UNAUTHENTICATED', message);
}
