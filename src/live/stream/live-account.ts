import type { Odds } from '../../contract/odds/odds.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import type { BoardCheck } from '../board/board-check.ts';
import type { OddsBoard } from '../board/odds-board.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import type { OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { SharedStream } from './shared-stream.ts';

/**
 * The streams of one account: one for odds and one for opportunities (bets such as an arbitrage), each open
 * only while it is used. Each API key counts as an account of its own.
 */
export class LiveAccount {
  readonly credential: Credential;
  odds: SharedStream<Odds, OddsPayload> | null = null;
  /**
   * The board (the current prices, in memory) that this process merges from upstream's odds stream; null
   * while another replica consumes that stream.
   */
  oddsBoard: OddsBoard | null = null;
  /** Whether `oddsBoard` is complete and its stream is open. With Redis, `odds` learns it later, from there. */
  isOddsBoardReady = false;
  /** Compares `oddsBoard` with upstream's price list. */
  oddsCheck: BoardCheck | null = null;
  opportunities: SharedStream<WireOpportunity, OpportunitiesPayload> | null = null;
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
    if (!board || board.hasGaps) return null;
    return this.odds?.health.hasRecentFrame && this.oddsCheck?.hasPassedRecently ? board : null;
  }

  /** Whether the odds board is ready, but upstream may have prices that are not on it. */
  get hasGaps(): boolean {
    return this.#readyBoard?.hasGaps ?? false;
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
