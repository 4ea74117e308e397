import type { Odds } from '../../../src/contract/odds/odds.ts';
import type {
  Connected,
  DeltaOdds,
  OddsSnapshot,
  OddsUpdate,
} from '../../../src/contract/stream.ts';

/** The measured board: every update changes the ten prices of one event. */
export const EVENTS = 100;
export const ODDS_PER_EVENT = 10;
export const LEAGUE = 'nba';

/** The subscription of every subscriber. */
export const DOCUMENT = `subscription Live($filter: LiveFilter) {
  liveOdds(filter: $filter) {
    __typename
    ... on OddsSnapshot { odds { ...Row } total offset isLast cursor }
    ... on OddsUpdate { odds { ...Row } cursor conflated }
    ... on OddsRemoval { ids cursor }
    ... on FeedStatus { state }
  }
}
fragment Row on Odds { id sportsbookId selection price { american decimal } line changedAt }`;

/** A price's change time on the wire: the update's number, always with the same length. */
export const UPDATE_MARK = '"changedAt":"';
export const UPDATE_DIGITS = 8;

const BOOK = 'draftkings';

const rows: readonly Odds[] = Array.from({ length: EVENTS * ODDS_PER_EVENT }, (_, i) => ({
  id: `odds_${String(i).padStart(4, '0')}`,
  sportsbook: BOOK,
  event_id: `event_${Math.floor(i / ODDS_PER_EVENT)}`,
  sport: 'basketball',
  league: LEAGUE,
  home_team: 'Los Angeles Lakers',
  away_team: 'Boston Celtics',
  market_type: 'total_points',
  selection: `Los Angeles Lakers over ${i % ODDS_PER_EVENT}`,
  selection_type: 'over',
  odds_american: -110,
  odds_decimal: 1.9091,
  odds_probability: 0.5238,
  line: 220.5,
  event_start_time: '2026-11-22T00:30:00.000Z',
  last_seen_at: '2026-11-21T08:00:00.000Z',
  is_live: true,
  odds_changed_at: changedAt(0),
}));

const connected: Connected = {
  stream_id: 'stream_bench',
  channel: 'odds',
  filters: { sportsbook: null, sport: null, league: null, event: null, market: null },
  reconnected: false,
};

const snapshot: OddsSnapshot = {
  odds: [...rows],
  count: rows.length,
  total: rows.length,
  offset: 0,
  has_more: false,
};

/** The initial frames of upstream: the whole board. */
export const OPENING =
  frame('connected', connected) +
  frame('snapshot', snapshot) +
  frame('snapshot:complete', { status: 'ok', books: [BOOK], total_odds: rows.length });

/** Update number `number` as upstream sends it. */
export function upstreamUpdate(number: number): string {
  const odds = moved(number).map(
    (row): DeltaOdds => ({
      id: row.id,
      odds_american: row.odds_american,
      odds_decimal: row.odds_decimal,
      odds_probability: 0.5,
      line: 220.5,
      is_live: true,
      odds_changed_at: changedAt(number),
    }),
  );
  const update: OddsUpdate = { odds, count: odds.length, book: BOOK, partial: false };
  return frame('odds:update', update);
}

/** The same update as subscribers receive it. */
export function graphUpdate(number: number): string {
  const odds = moved(number).map((row) => ({
    id: row.id,
    sportsbookId: row.sportsbook,
    selection: row.selection,
    price: { american: row.odds_american, decimal: row.odds_decimal },
    line: row.line,
    changedAt: changedAt(number),
  }));
  const update = { __typename: 'OddsUpdate', odds, cursor: `12345678.${number}`, conflated: 0 };
  return frame('next', { data: { liveOdds: update } });
}

function moved(number: number): Odds[] {
  const first = (number % EVENTS) * ODDS_PER_EVENT;
  const isEven = Math.floor(number / EVENTS) % 2 === 0; // So that each update is a change.
  return rows.slice(first, first + ODDS_PER_EVENT).map((row) => ({
    ...row,
    odds_american: isEven ? -110 : -115,
    odds_decimal: isEven ? 1.9091 : 1.8696,
  }));
}

function changedAt(number: number): string {
  return String(number).padStart(UPDATE_DIGITS, '0');
}

function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
