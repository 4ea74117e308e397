import type { Clock, Timer } from '../../scheduling/clock.ts';

/** Calls back after `ms` without a restart. */
export class IdleTimer {
  readonly #start: () => Timer;
  #timer: Timer;

  constructor(clock: Clock, ms: number, onIdle: () => void) {
    this.#start = () => clock.after(ms, onIdle);
    this.#timer = this.#start();
  }

  restart(): void {
    this.#timer.cancel();
    this.#timer = this.#start();
  }

  cancel(): void {
    this.#timer.cancel();
  }
}

export interface Connection {
  readonly abort: AbortController;
  readonly idleTimer: IdleTimer;
}

/**
 * What an upstream stream is doing:
 *
 * ```
 * connecting ──accepted──▶ snapshot ──snapshot:complete──▶ live
 *     ▲                       │                             │
 *     │            lost, silent or reopened, from any of these three
 *     │                       ▼
 *     └───────timer──────── waiting
 * ```
 * `closed` can follow any state and is final.
 */
export type StreamState =
  | { readonly name: 'connecting' | 'snapshot'; readonly connection: Connection }
  /** The whole snapshot has arrived. `since` says when, on the monotonic clock. */
  | { readonly name: 'live'; readonly connection: Connection; readonly since: number }
  | { readonly name: 'waiting'; readonly retry: Timer }
  | { readonly name: 'closed' };
