import type { Credential } from '../../access/credential.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { OddsgraphError } from '../../errors/errors.ts';
import type { UpstreamStream } from '../../upstream/stream/upstream-stream.ts';
import type { BoardCheck } from '../board/board-check.ts';
import type { BoardObservation, BoardObserver } from '../board/live-board.ts';
import type { OddsBoard } from '../board/odds-board.ts';
import type { Rows } from '../relay/relay.ts';
import type { OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { SharedStream } from './shared-stream.ts';

/** What an upstream stream may be about. */
export type LiveChannel = keyof Rows;

/** What subscriptions to each channel get. */
export interface Payloads {
  readonly odds: OddsPayload;
  readonly opportunities: OpportunitiesPayload;
}

export type StreamOf<Channel extends LiveChannel> = SharedStream<Rows[Channel], Payloads[Channel]>;

/**
 * Queries are answered from the board only while the last frame of the stream is younger than this. An active
 * stream sends several frames per second. A quiet one sends only heartbeats, so queries go upstream from ten
 * seconds after a heartbeat until the next one.
 */
export const FRAME_RECENT_MS = 10_000;

/** The streams of one account, each open only while it is used. Each API key counts as an account of its own. */
export class LiveAccount {
  readonly credential: Credential;
  odds: StreamOf<'odds'> | null = null;
  opportunities: StreamOf<'opportunities'> | null = null;
  /** The upstream streams that this process reads, and not another replica. That of odds has a check of its board. */
  readonly upstreams = new Map<LiveChannel, { stream: UpstreamStream; check: BoardCheck | null }>();
  /** The account's tier as of the last look-up; null if it is not known yet. When it changes, the streams are reopened. */
  tier: Tier | null = null;

  constructor(credential: Credential) {
    this.credential = credential;
  }

  get users(): number {
    return (this.odds?.users ?? 0) + (this.opportunities?.users ?? 0);
  }

  /** The odds board, if it can answer queries as upstream would; null otherwise. */
  get boardForQueries(): OddsBoard | null {
    const { board, hasPassedRecently } = this.#readyCheck ?? {};
    if (!board || board.hasGaps || !hasPassedRecently) return null;
    const frameAge = this.upstreams.get('odds')?.stream.frameAge ?? Number.POSITIVE_INFINITY;
    return frameAge < FRAME_RECENT_MS ? board : null; // A connection may be open but silent.
  }

  /** Whether the odds board is ready, but upstream may have prices that are not on it. */
  get hasGaps(): boolean {
    return this.#readyCheck?.board.hasGaps ?? false;
  }

  /** Has an observer get every change of the account's board of odds, which `stream` fills. */
  observeOdds(stream: StreamOf<'odds'>, observer: BoardObserver<Odds>): BoardObservation<Odds> {
    const { upstreams } = this;
    return {
      ...stream.observe(observer),
      get isLive() {
        return stream.isLive;
      },
      get isFilling() {
        return stream.isFilling;
      },
      get frameAge() {
        return upstreams.get('odds')?.stream.frameAge ?? null;
      },
    };
  }

  /** Compares the odds board with upstream's price list, unless the board is known to be incomplete. */
  async checkBoard(): Promise<void> {
    if (!this.hasGaps) await this.#readyCheck?.start();
  }

  /** The check of the odds board; null while its upstream stream is not live. `odds.isLive` tells that later with Redis. */
  get #readyCheck(): BoardCheck | null {
    const { stream, check = null } = this.upstreams.get('odds') ?? {};
    return stream?.isLive ? check : null;
  }

  /** Reopens the account's streams. */
  reconnect(): void {
    this.odds?.reconnect();
    this.opportunities?.reconnect();
  }

  /** Sends away the subscribers that wait until upstream has accepted their stream. */
  rejectWaiting(error: OddsgraphError): void {
    this.odds?.rejectWaiting(error);
    this.opportunities?.rejectWaiting(error);
  }

  /** Ends the account's streams for all subscribers. */
  endWithError(error: OddsgraphError): void {
    this.odds?.endWithError(error);
    this.opportunities?.endWithError(error);
  }
}
