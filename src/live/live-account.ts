import type { Odds } from '../contract/odds.ts';
import type { Tier } from '../contract/tiers.ts';
import type { OddsgraphError } from '../errors.ts';
import type { Credential } from '../viewer.ts';
import type { BoardCheck } from './board-check.ts';
import type { LiveSession } from './live-session.ts';
import type { OddsBoard } from './odds-board.ts';
import type { OddsPayload } from './odds-lane.ts';
import type { OpportunitiesPayload } from './opportunity-lane.ts';
import type { WireOpportunity } from './wire-opportunity.ts';

/** An account's streams: one a channel, while anybody reads it. */
export class LiveAccount {
  readonly credential: Credential;
  odds: LiveSession<Odds, OddsPayload, OddsBoard> | null = null;
  /** Compares the board of its prices with upstream's list. */
  oddsCheck: BoardCheck | null = null;
  opportunities: LiveSession<WireOpportunity, OpportunitiesPayload> | null = null;
  /** The tier for which its streams were opened; null where it is not known yet. */
  tier: Tier | null = null;

  constructor(credential: Credential) {
    this.credential = credential;
  }

  get readers(): number {
    return (this.odds?.readers ?? 0) + (this.opportunities?.readers ?? 0);
  }

  /** Its prices, where a query may be answered from them as by upstream; null otherwise. */
  get boardForQueries(): OddsBoard | null {
    const board = this.odds?.warmBoard;
    if (!board || board.missesPrices) return null;
    return this.odds?.hasRecentFrame && this.oddsCheck?.isRecent ? board : null;
  }

  /** Compares its board with upstream's list, where it is not known to be incomplete. */
  async checkBoard(): Promise<void> {
    if (this.odds?.warmBoard?.missesPrices === false) await this.oddsCheck?.start();
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
