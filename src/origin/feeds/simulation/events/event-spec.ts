import type { EventInfo } from '../../../origin-board.ts';
import type { Game } from '../games/game.ts';
import type { Market } from '../markets/market.ts';
import type { Coverage, MarketGroup } from '../markets/market-groups.ts';
import type { Rating } from '../scores/score-model.ts';
import type { Player } from './players.ts';

/** What an event is about, and every market that books may offer on it. */
export interface EventSpec {
  readonly info: Omit<EventInfo, 'external_ids' | 'is_live' | 'game_state'>;
  /** Milliseconds since the Unix epoch. */
  readonly startsAt: number;
  readonly game: Game;
  /** The true expected score margin and total, which news changes and books estimate. */
  readonly rating: Rating;
  /** Standard deviations of results around the rating. */
  readonly deviation: Readonly<Rating>;
  readonly players: readonly Player[];
  readonly coverage: Coverage;
  readonly marketTypes: readonly {
    readonly type: string;
    readonly group: MarketGroup;
    readonly markets: readonly Market[];
  }[];
  /** The chances, per second, of news that changes the rating at once, and of news about one of the players. */
  readonly newsChance: { readonly game: number; readonly player: number };
}
