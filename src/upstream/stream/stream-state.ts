import type { Timer } from '../../scheduling/clock.ts';

export interface Connection {
  readonly abort: AbortController;
  /** Fires once upstream has been silent for too long. */
  idle: Timer;
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
