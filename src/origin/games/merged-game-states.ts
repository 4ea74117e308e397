import type { GameState } from '../../contract/game-state.ts';
import { GAME_STATE_TTL_SECONDS } from '../../contract/limits.ts';
import type { Board, EventInfo } from '../origin-board.ts';
import type { GameReport, LiveReports } from './live-reports.ts';

/** Whose word counts first where books disagree. The specification has ten ids and omits them. */
export const REPORT_PRIORITY: readonly string[] = [
  'pinnacle',
  'draftkings',
  'fanduel',
  'betmgm',
  'caesars',
  'bet365',
  'betrivers',
  'bovada',
  'williamhill',
  'bwin',
];

/** The live games of one sport, merged, and when the last news of them came. */
export interface SportState {
  readonly sport: string;
  readonly games: ReadonlyMap<string, GameState>;
  /** Milliseconds since the Unix epoch. */
  readonly newsAt: number;
}

/** The games in play by sport, sorted by its name. Reports past their time to live do not count. */
export function sportStates(board: Board, reports: LiveReports, now: number): SportState[] {
  const oldest = now - GAME_STATE_TTL_SECONDS * 1000;
  const states = new Map<string, { games: Map<string, GameState>; newsAt: number }>();
  for (const event of board.events()) {
    const fresh = [...reports.reports(event.id)].filter(
      ([, { reportedAt }]) => reportedAt > oldest,
    );
    if (fresh.length === 0) continue;
    const state = states.get(event.sport) ?? { games: new Map(), newsAt: 0 };
    states.set(event.sport, state);
    state.games.set(event.id, mergeReports(event, new Map(fresh)));
    state.newsAt = Math.max(state.newsAt, ...fresh.map(([, { reportedAt }]) => reportedAt));
  }
  return [...states]
    .map(([sport, state]) => ({ sport, ...state }))
    .sort((a, b) => (a.sport < b.sport ? -1 : 1));
}

/**
 * One state from what several books report: the book with the most points in its score is primary,
 * a tie goes by priority; what the primary leaves out comes from the others in order of priority.
 */
export function mergeReports(
  event: EventInfo,
  reports: ReadonlyMap<string, GameReport>,
): GameState {
  const byPriority = [...reports].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const [primaryBook, primary] = byPriority.reduce((best, next) =>
    points(next[1]) > points(best[1]) ? next : best,
  );
  const { reportedAt: _, ...state } = byPriority.reduce<GameReport>(
    (known, [, report]) => ({ ...report, ...given(known) }),
    primary,
  );
  return {
    isLive: event.is_live,
    homeTeam: event.home_team,
    awayTeam: event.away_team,
    sport: event.sport,
    league: event.league,
    ...state,
    // The contract has a string here in every sport, in those that are played without a clock too.
    gameClock: state.gameClock ?? '',
    primaryBook,
    bookCount: reports.size,
  };
}

/** What a report says, without what it leaves open. */
function given(report: GameReport): Partial<GameReport> {
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null));
}

function points(report: GameReport): number {
  return report.homeScore + report.awayScore;
}

function rank(bookId: string): number {
  const place = REPORT_PRIORITY.indexOf(bookId);
  return place < 0 ? REPORT_PRIORITY.length : place;
}
