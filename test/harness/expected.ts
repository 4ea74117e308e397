import { expect } from 'vitest';
import type { Event, EventGameState } from '../../src/contract/events.ts';
import type { Odds } from '../../src/contract/odds/odds.ts';
import type { Comparison } from '../../src/contract/routes/odds-comparison.ts';
import type { Sportsbook } from '../../src/contract/routes/sportsbooks.ts';

/*
 * The graph's objects for given wire objects, written field by field and independently of the server:
 * `null` where the wire leaves a value out, and never `undefined`.
 */

function nodeId(type: string, id: string): string {
  return Buffer.from(JSON.stringify([type, id])).toString('base64url');
}

/** For leagues that are called by their initials, in the words of tests that use them. */
function outrightName({ league, markets }: Event): string {
  expect(markets).toEqual(['championship_winner']);
  return `${league.toUpperCase()}: Championship Winner`;
}

/** `Event` without the fields that need further requests. */
export function expectedEvent(wire: Event) {
  const [home, away] = [wire.home_team || null, wire.away_team || null];
  return {
    id: wire.id,
    nodeId: nodeId('Event', wire.id),
    externalIds: Object.keys(wire.external_ids ?? {}).map((book) => ({
      sportsbookId: book,
      eventId: wire.external_ids?.[book],
    })),
    sport: wire.sport,
    league: wire.league,
    homeTeam: home,
    awayTeam: away,
    name: home && away ? `${away} @ ${home}` : (home ?? away ?? outrightName(wire)),
    startTime: wire.start_time,
    status: wire.status === 'live' ? 'LIVE' : 'UPCOMING',
    isLive: wire.is_live,
    bookCount: wire.book_count,
    markets: wire.markets,
    sportsbookIds: wire.books,
    gameState: wire.game_state ? expectedGameState(wire.game_state) : null,
  };
}

export function expectedGameState(wire: EventGameState) {
  return {
    homeScore: wire.home_score,
    awayScore: wire.away_score ?? null,
    period: wire.period ?? null,
    clock: wire.clock ?? null,
    scoreType: wire.score_type,
    possession: wire.possession ?? null,
    isTimeout: wire.is_timeout ?? null,
    powerPlay: wire.power_play ?? null,
    lastPlay: wire.last_play ?? null,
  };
}

/** `Odds` without deep links. */
export function expectedOdds(wire: Odds) {
  const key = [
    wire.event_id,
    wire.sportsbook,
    wire.market_type,
    wire.selection,
    wire.selection_type,
    wire.line ?? '',
  ];
  return {
    id: wire.id,
    key: key.map((part) => String(part).replace(/[\\|]/g, '\\$&')).join('|'),
    eventId: wire.event_id,
    sportsbookId: wire.sportsbook,
    sport: wire.sport,
    league: wire.league,
    homeTeam: wire.home_team || null,
    awayTeam: wire.away_team || null,
    marketType: wire.market_type,
    selection: wire.selection,
    selectionType: wire.selection_type,
    price: {
      american: wire.odds_american,
      decimal: wire.odds_decimal,
      probability: wire.odds_probability,
    },
    line: wire.line ?? null,
    eventStartTime: wire.event_start_time,
    lastSeenAt: wire.last_seen_at,
    changedAt: wire.odds_changed_at ?? null,
    isLive: wire.is_live,
    status: wire.status ? wire.status.toUpperCase() : null,
    playerName: wire.player_name ?? null,
    statCategory: wire.stat_category ?? null,
    publicBetShare: wire.public_bet_pct ?? null,
    maxBet: wire.max_bet ?? null,
  };
}

/** `Sportsbook` */
export function expectedSportsbook(wire: Sportsbook) {
  return {
    id: wire.id,
    nodeId: nodeId('Sportsbook', wire.id),
    name: wire.name,
    displayName: wire.display_name,
    hasLiveOdds: wire.has_live_odds,
    hasPlayerProps: wire.has_player_props,
    regions: wire.regions,
    isSharp: wire.is_sharp,
    status: wire.status.toUpperCase(),
    eventCount: wire.event_count,
    lastUpdate: wire.last_update ?? null,
    requiresTier: wire.requires_tier?.toUpperCase() ?? null,
  };
}

/** Whether a market has a hold for each of several players or teams. */
function isOfSeveral({ market_type, selections }: Comparison['markets'][number]): boolean {
  const subjects = selections.map(({ selection, selection_type, player_name }) => {
    const [team = ''] = /^(home|away)_/.exec(selection_type) ?? [];
    return team + (player_name ?? selection.replace(/ ?(over|under|yes|no)?( [\d.]+)?$/i, ''));
  });
  const isOfOne = new Set(subjects).size === 1;
  return /player_|team_|clean_sheet|^to_win_to_nil$/.test(market_type) && !isOfOne;
}

/** `OddsComparison` */
export function expectedComparison(wire: Comparison) {
  return {
    eventId: wire.event_id,
    markets: wire.markets.map((market) => ({
      marketType: market.market_type,
      bestHoldPercent: isOfSeveral(market) ? null : (market.hold.best_available ?? null),
      holdBySportsbook: Object.keys(isOfSeveral(market) ? {} : market.hold.by_book).map((book) => ({
        sportsbookId: book,
        holdPercent: market.hold.by_book[book],
      })),
      selections: market.selections.map((selection) => {
        const priceAt = (book: string | null | undefined) => {
          const offer = selection.books[book ?? ''];
          if (offer === undefined) return null;
          const { odds_american: american, odds_decimal: decimal } = offer;
          return { american, decimal, probability: 1 / decimal };
        };
        return {
          selection: selection.selection,
          selectionType: selection.selection_type,
          line: selection.line ?? null,
          prices: Object.keys(selection.books).map((book) => ({
            sportsbookId: book,
            price: priceAt(book),
            lastSeenAt: selection.books[book]?.last_seen_at,
          })),
          bestSportsbookId: selection.best_book ?? null,
          worstSportsbookId: selection.worst_book ?? null,
          best: priceAt(selection.best_book),
          bestSeenAt: selection.books[selection.best_book ?? '']?.last_seen_at ?? null,
          worst: priceAt(selection.worst_book),
          spreadPercent: selection.spread ?? null,
        };
      }),
    })),
  };
}
