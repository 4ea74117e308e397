import { type Market, subjectOf } from '../prices/market-table.ts';
import type { EventPage } from './event-feed.ts';

export type MarketComparison = NonNullable<EventPage['comparison']>['markets'][number];

/**
 * The part of the server's comparison that is about a market of the page; undefined if there is none. The comparison
 * has one entry for a market type. In player props, its selections are those of all players.
 */
export function comparedMarket(
  comparison: EventPage['comparison'] | undefined,
  { type, subject }: Pick<Market, 'type' | 'subject'>,
): MarketComparison | undefined {
  const compared = comparison?.markets.find(({ marketType }) => marketType === type);
  if (compared === undefined) return undefined;
  const selections = compared.selections.filter(
    ({ selection }) => subjectOf({ player: null, selection, marketType: type }) === subject,
  );
  if (subject === '') return { ...compared, selections };
  // The hold is given once for all players, and nothing says whose it is.
  return { ...compared, selections, bestHoldPercent: null, holdBySportsbook: [] };
}
