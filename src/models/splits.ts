import type {
  SplitsHistoryEntry as WireEntry,
  SplitsHistory as WireHistory,
  Splits as WireSplits,
} from '../contract/routes/splits.ts';
import type {
  MoneylineSplits,
  Splits,
  SplitsHistory,
  SplitsHistoryEntry,
  SpreadSplits,
  TotalSplits,
} from '../generated/schema-types.ts';
import { textOrNull } from './wire-values.ts';

export type SplitsModel = Omit<Splits, '__typename' | 'event' | 'sportsbook'>;

type WireSpread = Pick<WireSplits['spread'], 'handle_pct' | 'bets_pct'>;

/**
 * The public betting on an event, as one sportsbook reports it. Despite their names, upstream's `handle_pct` and
 * `bets_pct` are fractions from 0 to 1.
 */
export function splitsModel(wire: WireSplits): SplitsModel {
  const { away_odds: awayLine, home_odds: homeLine } = wire.spread; // Lines, despite their names.
  return {
    eventId: wire.event_id,
    sport: wire.sport,
    league: wire.league,
    sportsbookId: wire.sportsbook,
    homeTeam: textOrNull(wire.home_team),
    awayTeam: textOrNull(wire.away_team),
    spread: spread(awayLine, homeLine, wire.spread),
    total: total(wire.total),
    moneyline: moneyline(wire.moneyline),
    fetchedAt: wire.fetched_at,
  };
}

/** The splits of an event over time. */
export function splitsHistoryModel({ data, meta }: WireHistory): SplitsHistory {
  return {
    entries: data.map(entry),
    oldest: meta.oldest ?? null,
    newest: meta.newest ?? null,
    sportsbookIds: meta.books,
    totalCount: meta.total,
  };
}

function entry(wire: WireEntry): SplitsHistoryEntry {
  return {
    sportsbookId: wire.book,
    recordedAt: wire.ts,
    spread: spread(wire.spread.away_line, wire.spread.home_line, wire.spread),
    total: total(wire.total),
    moneyline: moneyline(wire.moneyline),
  };
}

function spread(awayLine: number, homeLine: number, wire: WireSpread): SpreadSplits {
  return { awayLine, homeLine, handleShare: wire.handle_pct, betShare: wire.bets_pct };
}

function total(wire: WireSplits['total']): TotalSplits {
  return { line: wire.line, handleShare: wire.handle_pct, betShare: wire.bets_pct };
}

function moneyline(wire: WireSplits['moneyline']): MoneylineSplits {
  return {
    awayAmerican: wire.away_odds,
    homeAmerican: wire.home_odds,
    handleShare: wire.handle_pct,
    betShare: wire.bets_pct,
  };
}
