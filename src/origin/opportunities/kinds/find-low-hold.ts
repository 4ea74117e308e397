import { eventName } from '../../../contract/events.ts';
import { MAX_HOLD_CEILING_PERCENT } from '../../../contract/limits.ts';
import { PLAYER_PROP_PREFIX } from '../../../contract/markets.ts';
import type { Odds } from '../../../contract/odds.ts';
import type { LowHoldSide } from '../../../contract/opportunities.ts';
import { deepLinkFor } from '../../links/book-links.ts';
import type { EventInfo } from '../../origin-board.ts';
import { percent, probability } from '../../rounding.ts';
import { confidence } from '../confidence.ts';
import type { Finding } from '../finding.ts';
import { selectionLabel } from '../selection-label.ts';
import { ageSeconds, isStale } from '../valuation/price-age.ts';
import type { Bet, Offer, PricedBet } from '../valuation/quoted-market.ts';

/** The bet itself, where its best prices leave a hold above 0 that somebody may ask for. */
export function findLowHold(bet: Bet, priced: PricedBet): Finding<'low_hold'>[] {
  const sides = priced.sides.map((side) => side.best);
  const total = sides.reduce((sum, [{ odds }]) => sum + 1 / odds.odds_decimal, 0);
  const hold = holdPercent(total);
  if (hold <= 0 || hold > MAX_HOLD_CEILING_PERCENT) return [];
  const [first, second, third] = sides;
  if (first === undefined || second === undefined) return [];
  const offers = sides.flat();
  const fairTotal = priced.basis === null ? null : total;
  const allBooks = [...new Set(offers.map(({ odds }) => odds.sportsbook))].sort();
  return [
    {
      bet,
      key: '',
      percent: hold,
      worth: [
        ...offers.map(
          ({ odds }) => `${odds.selection_type} ${odds.sportsbook} ${odds.odds_decimal}`,
        ),
        priced.basis === null,
      ].join(),
      offers,
      payload({ id, detected_at }, { event, now }) {
        const age = ageSeconds(offers, now);
        const possiblyStale = isStale(age, event.is_live);
        const { odds } = first[0];
        return {
          id,
          event_id: event.id,
          event_name: eventName(event),
          sport: event.sport,
          league: event.league,
          market_type: bet.marketType,
          home_team: event.home_team,
          away_team: event.away_team,
          start_time: event.start_time,
          line: bet.line,
          hold_percentage: hold,
          game_state: event.game_state,
          side1: sideOf(first, fairTotal, event),
          side2: sideOf(second, fairTotal, event),
          side3: third === undefined ? null : sideOf(third, fairTotal, event),
          is_live: event.is_live,
          is_alternate_line: bet.line !== bet.group.mainLine(),
          ...playerOf(odds),
          all_books: allBooks,
          confidence: confidence(priced, possiblyStale),
          odds_age_seconds: age,
          possibly_stale: possiblyStale,
          detected_at,
        };
      },
    },
  ];
}

/** Hold in percent: (sum of implied probabilities - 1) x 100. */
function holdPercent(impliedTotal: number): number {
  return percent((impliedTotal - 1) * 100);
}

/** `total` is what the implied probability is to be divided by to be fair; null where none is. */
function sideOf(
  offers: readonly [Offer, ...Offer[]],
  total: number | null,
  event: EventInfo,
): LowHoldSide {
  const [{ odds }] = offers;
  const implied = 1 / odds.odds_decimal;
  return {
    selection: selectionLabel(odds),
    books: offers.map((offer) => offer.odds.sportsbook),
    line: odds.line ?? null,
    odds: {
      american: odds.odds_american,
      decimal: odds.odds_decimal,
      implied_probability: probability(implied),
      fair_probability: total === null ? null : probability(implied / total),
    },
    deep_links: Object.fromEntries(
      offers.map((offer) => [
        offer.odds.sportsbook,
        deepLinkFor(offer.odds, event, undefined)?.url ?? null,
      ]),
    ),
  };
}

/** Whom a player prop is about; recorded boards say it in the selection alone. */
function playerOf(odds: Odds) {
  const isProp = odds.market_type.startsWith(PLAYER_PROP_PREFIX);
  return {
    is_player_prop: isProp,
    player_name: odds.player_name ?? (isProp ? odds.selection : null),
    stat_category:
      odds.stat_category ?? (isProp ? odds.market_type.slice(PLAYER_PROP_PREFIX.length) : null),
  };
}
