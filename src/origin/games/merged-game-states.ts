import { GAME_STATE_TTL_SECONDS } from '../../contract/limits.ts';
import type { GameState } from '../../contract/routes/game-states.ts';
import type { GameReport, GameReports, PriceFeed } from '../feeds/price-feed.ts';
import type { EventInfo } from '../origin-board.ts';
import { SPORTSBOOKS } from '../sportsbook-table.ts';

/**
 * The books that decide ties and fill in what the primary book leaves out, in this order; all others come after them, by id.
 * The specification of the odds service says that there are ten but does not list them. These are the first ten of the
 * table, which begins with the books that every tier sees.
 */
export const REPORT_PRIORITY = SPORTSBOOKS.slice(0, 10).map(({ id }) => id);

/** The merged live games of one sport. */
interface SportState {
  readonly sport: string;
  /** By event id. */
  readonly games: ReadonlyMap<string, GameState>;
  /** The time of the newest report, in milliseconds since the Unix epoch. */
  readonly reportedAt: number;
}

/** The live games by sport, sorted by the sport's id. Reports that are too old are ignored. */
export function sportStates(feed: PriceFeed, now: number): SportState[] {
  const isFresh = ({ reportedAt }: GameReport) => now - reportedAt < GAME_STATE_TTL_SECONDS * 1000;
  const states = new Map<string, { games: Map<string, GameState>; reportedAt: number }>();
  for (const event of feed.board.events()) {
    const fresh = [...feed.reports(event.id)].filter(([, report]) => isFresh(report));
    if (fresh.length === 0) continue;
    const state = states.get(event.sport) ?? { games: new Map(), reportedAt: 0 };
    states.set(event.sport, state);
    state.games.set(event.id, mergeReports(event, new Map(fresh)));
    state.reportedAt = Math.max(state.reportedAt, ...fresh.map(([, { reportedAt }]) => reportedAt));
  }
  return [...states]
    .map(([sport, state]) => ({ sport, ...state }))
    .sort((a, b) => (a.sport < b.sport ? -1 : 1));
}

/**
 * Merges the reports of several books on one game. The primary book is the one with the highest total score, since its
 * report lags least; on a tie, the one with the highest priority. Fields that it leaves out come from the other books, in
 * order of priority.
 */
export function mergeReports(event: EventInfo, reports: GameReports): GameState {
  const byPriority = [...reports].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const [primaryBook, primary] = byPriority.reduce((best, next) =>
    totalScore(next[1]) > totalScore(best[1]) ? next : best,
  );
  const { reportedAt: _, ...state } = byPriority.reduce<GameReport>(
    (known, [, report]) => ({ ...report, ...knownFields(known) }),
    primary,
  );
  return {
    isLive: event.is_live,
    homeTeam: event.home_team,
    awayTeam: event.away_team,
    sport: event.sport,
    league: event.league,
    ...state,
    // The contract requires a string, even in sports without a clock.
    gameClock: state.gameClock ?? '',
    primaryBook,
    bookCount: reports.size,
  };
}

/** The fields of a report that are not null. */
function knownFields(report: GameReport): Partial<GameReport> {
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null));
}

function totalScore(report: GameReport): number {
  return report.homeScore + report.awayScore;
}

function rank(bookId: string): number {
  const index = REPORT_PRIORITY.indexOf(bookId);
  return index < 0 ? REPORT_PRIORITY.length : index;
}
