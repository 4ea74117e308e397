import type { EventInfo } from '../../../origin-board.ts';
import type { Game } from '../games/game.ts';
import type { Market } from '../markets/market.ts';
import type { Coverage, MarketGroup } from '../markets/market-groups.ts';
import type { Rating, ScoreModel } from '../scores/score-model.ts';

/** What an event is about, and every market that books may offer on it. */
export interface EventSpec {
  readonly info: Omit<EventInfo, 'external_ids' | 'is_live' | 'game_state'>;
  /** Milliseconds since the Unix epoch. */
  readonly startsAt: number;
  /** Null for a season: its event starts when it is decided, and ends with that. */
  readonly game: Game | null;
  /** What is expected by a rating, given the current score. */
  scoreModel(rating: Readonly<Rating>): ScoreModel;
  /** The true rating, which news changes and books estimate. */
  readonly rating: Rating;
  /** Standard deviations of results around the rating. */
  readonly deviation: Readonly<Rating>;
  readonly coverage: Coverage;
  readonly marketTypes: readonly {
    readonly type: string;
    readonly group: MarketGroup;
    readonly markets: readonly Market[];
  }[];
  /** The chance of news per second. */
  readonly newsChance: number;
}
