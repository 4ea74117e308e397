import type { Credential } from '../../access/credential.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { StreamChannel } from '../../contract/stream.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { OddsgraphError } from '../../errors/errors.ts';
import type { BoardCheck } from '../board/board-check.ts';
import type { BoardObservation, BoardObserver } from '../board/live-board.ts';
import type { OddsBoard } from '../board/odds-board.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import type { OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { SharedStream } from './shared-stream.ts';

/** The kinds of upstream streams that are opened: `odds` and `opportunities`. */
export type LiveChannel = Exclude<StreamChannel, 'all'>;

/** Milliseconds since the last frame of a stream, heartbeats included; until the first, since it was opened. */
export type FrameAge = () => number;

/**
 * Queries are answered from the board only while the last frame of the stream is younger than this. An active
 * stream sends several frames per second. A quiet one sends only heartbeats, so queries go upstream from ten
 * seconds after a heartbeat until the next one.
 */
export const FRAME_RECENT_MS = 10_000;

/**
 * The streams of one account: one for odds and one for opportunities (bets such as an arbitrage), each open
 * only while it is used. Each API key counts as an account of its own.
 */
export class LiveAccount {
  readonly credential: Credential;
  odds: SharedStream<Odds, OddsPayload> | null = null;
  /**
   * The board that this process merges from upstream's odds stream; null while another replica consumes that
   * stream.
   */
  oddsBoard: OddsBoard | null = null;
  /** Whether `oddsBoard` is complete and its stream is open. With Redis, `odds` learns it later, from there. */
  isOddsBoardReady = false;
  /** Compares `oddsBoard` with upstream's price list. */
  oddsCheck: BoardCheck | null = null;
  opportunities: SharedStream<WireOpportunity, OpportunitiesPayload> | null = null;
  /** How long ago each upstream stream that this process, not another replica, consumes has sent a frame. */
  readonly frameAges = new Map<LiveChannel, FrameAge>();
  /** The account's tier when its streams were opened; null if it is not known yet. */
  tier: Tier | null = null;

  constructor(credential: Credential) {
    this.credential = credential;
  }

  get subscribers(): number {
    return (this.odds?.subscribers ?? 0) + (this.opportunities?.subscribers ?? 0);
  }

  /** The odds board, if it can answer queries as upstream would; null otherwise. */
  get boardForQueries(): OddsBoard | null {
    const board = this.#readyBoard;
    if (!board || board.hasGaps || !this.oddsCheck?.hasPassedRecently) return null;
    const frameAgeMs = this.frameAges.get('odds')?.() ?? Number.POSITIVE_INFINITY;
    return frameAgeMs < FRAME_RECENT_MS ? board : null; // A connection may be open but silent.
  }

  /** Whether the odds board is ready, but upstream may have prices that are not on it. */
  get hasGaps(): boolean {
    return this.#readyBoard?.hasGaps ?? false;
  }

  /** Has an observer get every change of the account's board of odds, which `stream` fills. */
  observeOdds(
    stream: SharedStream<Odds, OddsPayload>,
    observer: BoardObserver<Odds>,
  ): BoardObservation<Odds> {
    const frameAge = () => this.frameAges.get('odds')?.() ?? null;
    return {
      ...stream.observe(observer),
      get isLive() {
        return stream.isLive;
      },
      get isFilling() {
        return stream.isFilling;
      },
      get frameAge() {
        return frameAge();
      },
    };
  }

  /** Compares the odds board with upstream's price list, unless the board is known to be incomplete. */
  async checkBoard(): Promise<void> {
    if (this.#readyBoard?.hasGaps === false) await this.oddsCheck?.start();
  }

  /** `oddsBoard` while its stream is open and has sent a whole snapshot. It may lack prices even then. */
  get #readyBoard(): OddsBoard | null {
    return this.odds?.isLive && this.isOddsBoardReady ? this.oddsBoard : null;
  }

  /** Reopens the account's streams. */
  reconnect(): void {
    this.odds?.reconnect();
    this.opportunities?.reconnect();
  }

  /** Ends the account's streams for all subscribers. */
  endWithError(error: OddsgraphError): void {
    this.odds?.endWithError(error);
    this.opportunities?.endWithError(error);
  }
}
