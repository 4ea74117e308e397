import type { Series, Snapshot } from '../series.ts';

/** What a price was at some time. */
export type PriceAt = Pick<Snapshot, 'american' | 'line'>;

/** A recorded price as a response of upstream has it. Decimal odds of 0 are computed from the American ones. */
export function wirePrice<Recorded extends Series>(series: Recorded, { american, line }: PriceAt) {
  const { sportsbook, marketType: market_type, selection, selectionType, player } = series;
  const bet = { market_type, selection, selection_type: selectionType, player_name: player, line };
  return { ...bet, sportsbook, odds_american: american, odds_decimal: 0, last_seen_at: '', series };
}
