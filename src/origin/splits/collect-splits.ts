import { MARKET_ALIASES } from '../../contract/markets.ts';
import { onMainLines } from '../../contract/odds/main-lines.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { Splits } from '../../contract/routes/splits.ts';
import type { Board, EventInfo } from '../origin-board.ts';

/** A book that publishes betting splits: the shares of the bets and of the money on each side. */
interface SplitsSource {
  readonly book: string;
  /** How far its bets lean to the side that the public prefers, from 0 (not at all) to 1 (as far as the public's). */
  readonly publicLean: number;
}

/** The book whose prices have `public_bet_pct`: the share (0 to 1) of the public's bets on that side. */
const TICKET_BOOK = 'draftkings';

/** A book for sharp bettors, and a recreational one. */
const SOURCES: readonly SplitsSource[] = [
  { book: 'circa', publicLean: 0.4 },
  { book: TICKET_BOOK, publicLean: 1 },
];

/** How far the handle (the money staked) leans to that side, as a multiple of the bets: large stakes rarely follow the public. */
const HANDLE_LEAN = 0.6;

const { spread: SPREADS = [], total: TOTALS = [] } = MARKET_ALIASES;

const GAME_TOTALS = TOTALS.filter((type) => type !== 'team_total');

/** The two sides of a market at one book: home and away without the draw, or over and under. */
type TwoSides = readonly [Odds, Odds];

/** Shares of the two sides of a market. They add up to less than 1 where the draw has some. */
type Shares = readonly [number, number];

/**
 * The splits at the time `at`, in milliseconds since the Unix epoch: of each event, at each source that prices both
 * sides of its moneyline, spread and total, if the ticket book does too. The bets come from the `public_bet_pct` of
 * the ticket book's main line. Boards from recordings have no `public_bet_pct`, and therefore no splits.
 */
export function collectSplits(board: Board, at: number): Splits[] {
  const fetchedAt = new Date(at).toISOString();
  return [...board.events()].flatMap((event) => {
    const rows = Array.from(board.rowsOf(event.id), (row) => row.odds);
    return SOURCES.flatMap((source) => splitsAt(source, event, rows, fetchedAt) ?? []);
  });
}

function splitsAt(
  source: SplitsSource,
  event: EventInfo,
  rows: readonly Odds[],
  fetchedAt: string,
): Splits | undefined {
  const moneyline = marketSplits(source, rows, ['moneyline']);
  const spread = marketSplits(source, rows, SPREADS);
  const total = marketSplits(source, rows, GAME_TOTALS);
  if (moneyline === undefined || spread === undefined || total === undefined) return undefined;
  return {
    event_id: event.id,
    sport: event.sport,
    league: event.league,
    sportsbook: source.book,
    away_team: event.away_team,
    home_team: event.home_team,
    // The contract calls the lines of a spread `away_odds` and `home_odds`.
    spread: {
      away_odds: spread.sides[1].line ?? 0,
      home_odds: spread.sides[0].line ?? 0,
      handle_pct: ofTeams(spread.handle),
      bets_pct: ofTeams(spread.bets),
    },
    total: {
      line: total.sides[0].line ?? 0,
      handle_pct: { over: total.handle[0], under: total.handle[1] },
      bets_pct: { over: total.bets[0], under: total.bets[1] },
    },
    moneyline: {
      away_odds: moneyline.sides[1].odds_american,
      home_odds: moneyline.sides[0].odds_american,
      handle_pct: ofTeams(moneyline.handle),
      bets_pct: ofTeams(moneyline.bets),
    },
    fetched_at: fetchedAt,
  };
}

function ofTeams([home, away]: Shares) {
  return { away, home };
}

function marketSplits(
  { book, publicLean }: SplitsSource,
  rows: readonly Odds[],
  marketTypes: readonly string[],
) {
  const ofTypes = rows.filter(({ market_type: type }) => marketTypes.includes(type));
  const sides = mainSides(ofTypes, book);
  const [first, second] = mainSides(ofTypes, TICKET_BOOK)?.map((odds) => odds.public_bet_pct) ?? [];
  if (sides === undefined || first == null || second == null) return undefined;
  const average = (first + second) / 2;
  const lean = ((first - second) / 2) * publicLean;
  const shares = (leant: number) => rounded([average + leant, average - leant]);
  return { sides, bets: shares(lean), handle: shares(lean * HANDLE_LEAN) };
}

/** The two sides of a book's main line; undefined if it does not price both sides of any. */
function mainSides(rows: readonly Odds[], book: string): TwoSides | undefined {
  const ofBook = rows.filter(({ sportsbook }) => sportsbook === book);
  const line = onMainLines(ofBook);
  const first = line.find(({ selection_type: side }) => side === 'home' || side === 'over');
  const second = line.find(({ selection_type: side }) => side === 'away' || side === 'under');
  return first && second && [first, second];
}

function rounded([first, second]: Shares): Shares {
  return [Math.round(first * 1000) / 1000, Math.round(second * 1000) / 1000];
}
