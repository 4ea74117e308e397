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

/** An account's streams: one for each channel, while it has subscribers. */
export class LiveAccount {
  readonly credential: Credential;
  odds: SharedStream<Odds, OddsPayload> | null = null;
  /** The board that merges upstream's odds; null while another replica reads upstream. */
  oddsBoard: OddsBoard | null = null;
  /** Compares that board with upstream's list. */
  oddsCheck: BoardCheck | null = null;
  opportunities: SharedStream<WireOpportunity, OpportunitiesPayload> | null = null;
  /** The tier for which its streams were opened; null if it is not known yet. */
  tier: Tier | null = null;

  constructor(credential: Credential) {
    this.credential = credential;
  }

  get subscribers(): number {
    return (this.odds?.subscribers ?? 0) + (this.opportunities?.subscribers ?? 0);
  }

  /** Its odds board, if it can answer queries as upstream would; null otherwise. */
  get boardForQueries(): OddsBoard | null {
    const board = this.#liveBoard;
    if (!board || board.hasGaps) return null;
    return this.odds?.reading.hasRecentFrame && this.oddsCheck?.hasPassedRecently ? board : null;
  }

  /** Whether its odds are live, but upstream may have prices that are not among them. */
  get hasGaps(): boolean {
    return this.#liveBoard?.hasGaps ?? false;
  }

  /** Compares its odds board with upstream's list, unless the board is known to be incomplete. */
  async checkBoard(): Promise<void> {
    if (this.#liveBoard?.hasGaps === false) await this.oddsCheck?.start();
  }

  /** The board that merges upstream's odds, while its stream is READY. It may still have gaps. */
  get #liveBoard(): OddsBoard | null {
    return this.odds?.isLive ? this.oddsBoard : null;
  }

  /** Opens its streams again. */
  reconnect(): void {
    this.odds?.reconnect();
    this.opportunities?.reconnect();
  }

  /** Ends its streams for all subscribers. */
  end(error: OddsgraphError): void {
    this.odds?.fail(error);
    this.opportunities?.fail(error);
  }
}
