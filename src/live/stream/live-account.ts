import type { Odds } from '../../contract/odds.ts';
import type { Tier } from '../../contract/tiers.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import type { BoardCheck } from '../board/board-check.ts';
import type { OddsBoard } from '../board/odds-board.ts';
import type { WireOpportunity } from '../board/wire-opportunity.ts';
import type { OddsPayload } from '../topics/odds-projection.ts';
import type { OpportunitiesPayload } from '../topics/opportunity-projection.ts';
import type { SharedStream } from './shared-stream.ts';

/** An account's streams: one a channel, while anybody reads it. */
export class LiveAccount {
  readonly credential: Credential;
  odds: SharedStream<Odds, OddsPayload> | null = null;
  /** The board that merges upstream's prices; null while another replica reads upstream. */
  oddsBoard: OddsBoard | null = null;
  /** Compares the board of its prices with upstream's list. */
  oddsCheck: BoardCheck | null = null;
  opportunities: SharedStream<WireOpportunity, OpportunitiesPayload> | null = null;
  /** The tier for which its streams were opened; null where it is not known yet. */
  tier: Tier | null = null;

  constructor(credential: Credential) {
    this.credential = credential;
  }

  get subscribers(): number {
    return (this.odds?.subscribers ?? 0) + (this.opportunities?.subscribers ?? 0);
  }

  /** Its prices, where a query may be answered from them as by upstream; null otherwise. */
  get boardForQueries(): OddsBoard | null {
    const board = this.#orderedBoard;
    if (!board || board.missesPrices) return null;
    return this.odds?.hasRecentFrame && this.oddsCheck?.isRecent ? board : null;
  }

  /** Whether its prices are in order but for some that upstream has not told of. */
  get missesPrices(): boolean {
    return this.#orderedBoard?.missesPrices ?? false;
  }

  /** Compares its board with upstream's list, where it is not known to be incomplete. */
  async checkBoard(): Promise<void> {
    if (this.#orderedBoard?.missesPrices === false) await this.oddsCheck?.start();
  }

  /** Its prices, where they are whole and their stream is in order. */
  get #orderedBoard(): OddsBoard | null {
    return this.odds?.readyBoard ? this.oddsBoard : null;
  }

  /** Opens its streams anew. */
  reconnect(): void {
    this.odds?.reconnect();
    this.opportunities?.reconnect();
  }

  /** Ends its streams for all who read them. */
  end(error: OddsgraphError): void {
    this.odds?.end(error);
    this.opportunities?.end(error);
  }
}
