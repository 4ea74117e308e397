import { computed, signal } from '@preact/signals';
import { foldText } from '../../../contract/odds/selection-name.ts';
import type { Market } from '../prices/market-table.ts';
import { isNarrow } from '../shell/narrow.ts';
import { store } from './board-feed.ts';
import { market, phase, search } from './board-filter.ts';
import { type EventSummary, events } from './event-summaries.ts';
import { isPinned, isShown } from './own-board.ts';

// Heights in pixels, as in the style sheet.
const SIDE_HEIGHT = 24;
const NARROW_SIDE_HEIGHT = 32; // Two lines of a name, and room for a finger.
const ROW_PADDING = 11;
const LABEL_HEIGHT = 16;

/** On phones, the names of both teams fit on one line above a row's sides if they have no more characters than this. */
const MATCHUP_LINE_LENGTH = 44;

/** Whether all rows name their market. On a board of moneylines that goes without saying. */
export const hasMarketNames = computed(() => market.value !== 'moneyline');

/** Whether a row names its market, and the event if its sides are no teams: "Yes" and "No" alone say nothing. */
export function namesMarket(item: Market): boolean {
  return hasMarketNames.value || !item.hasTeams;
}

/** The two teams, such as `Chiefs @ Eagles`; the name of an event that has none. */
export function matchupOf(event: EventSummary | undefined): string {
  return event?.awayTeam && event.homeTeam
    ? `${event.awayTeam} @ ${event.homeTeam}`
    : (event?.name ?? '');
}

/** The lines of text above a row's sides: on phones the time; then the market, and the event if no side is a team. */
function labelLines(item: Market, event: EventSummary | undefined): number {
  const isLong = isNarrow.value && matchupOf(event).length > MATCHUP_LINE_LENGTH;
  const matchup = item.hasTeams ? 0 : 1 + Number(isLong);
  return Number(isNarrow.value) + (namesMarket(item) ? 1 + matchup : 0);
}

/** A row of the board, with its position in the grid in pixels. */
export interface Row {
  readonly market: Market;
  readonly event: EventSummary | undefined;
  readonly top: number;
  readonly height: number;
  /** The part of the height that is above the sides. */
  readonly labelHeight: number;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly height: number;
  readonly eventCount: number;
}

/** The rows of the board, in the order of `sorted`. A price that moves does not change them. */
export const rows = computed<Rows>(() => {
  store.structure.value; // Read so that this is computed again when markets come or go.
  const known = events.value;
  const wanted = foldText(search.value.trim());
  const shown = [...store.markets.values()].filter((item) => {
    if (!item.quotes.values().some((quote) => isShown(quote.sportsbookId))) return false;
    const event = known.get(item.eventId);
    const isLive = isLiveMarket(item, event);
    if (phase.value !== 'all' && isLive !== (phase.value === 'live')) return false;
    return wanted === '' || textOf(item, event).includes(wanted);
  });
  return place(sorted(shown, known), known);
});

function isLiveMarket({ quotes }: Market, event: EventSummary | undefined): boolean {
  return event?.isLive ?? quotes.values().next().value?.isLive ?? false;
}

/** The text that a search is matched with. */
function textOf({ eventId, subject }: Market, event: EventSummary | undefined): string {
  const names = [event?.name, event?.league, event?.sport, subject, event ? '' : eventId];
  return foldText(names.join(' '));
}

/**
 * Pinned events first, then live ones, then by start time, league and event; within an event by `rank`, then those first that
 * most sportsbooks price. Player props that few sportsbooks price come after all others, among the pinned events and among
 * the rest. Each market gets one string to compare, which is fast.
 */
function sorted(markets: readonly Market[], known: ReadonlyMap<string, EventSummary>): Market[] {
  const mostBooks = market.value === 'props' ? Math.max(0, ...markets.map(bookCount)) : 0;
  const keyed = markets.map((item) => {
    const count = bookCount(item);
    const event = known.get(item.eventId);
    // Events that are not loaded yet come last, among the live ones and among the others: '~' sorts after digits.
    const when = [
      isLiveMarket(item, event) ? 0 : 1,
      event?.startTime ?? '~',
      event?.league,
      item.eventId,
    ];
    const isRare = count < mostBooks / 2 ? 1 : 0;
    const isUnpinned = isPinned(item.eventId) ? 0 : 1;
    return {
      item,
      key: [isUnpinned, isRare, ...when, rank(item.type), 999 - count, item.key].join('|'),
    };
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return keyed.map(({ item }) => item);
}

function bookCount({ quotes }: Market): number {
  return new Set(Array.from(quotes.values(), ({ sportsbookId }) => sportsbookId)).size;
}

/** The market types that come first within an event, in this order. */
const FIRST_MARKETS = ['moneyline', 'point_spread', 'puck_line', 'run_line', 'set_handicap'];

/** The place of a market type among those of an event. */
export function rank(type: string): number {
  if (FIRST_MARKETS.includes(type)) return FIRST_MARKETS.indexOf(type);
  return type.startsWith('total_') ? FIRST_MARKETS.length : FIRST_MARKETS.length + 1;
}

function place(markets: readonly Market[], known: ReadonlyMap<string, EventSummary>): Rows {
  let top = 0;
  const shownEvents = new Set<string>();
  const placed = markets.map((item): Row => {
    // At least two lines beside the time and the league; the market's name is one of them.
    const lineCount = Math.max(item.sides.length, namesMarket(item) ? 1 : 2);
    const event = known.get(item.eventId);
    const labelHeight = labelLines(item, event) * LABEL_HEIGHT;
    const sideHeight = isNarrow.value ? NARROW_SIDE_HEIGHT : SIDE_HEIGHT;
    const height = lineCount * sideHeight + ROW_PADDING + labelHeight;
    shownEvents.add(item.eventId);
    top += height;
    return { market: item, event, top: top - height, height, labelHeight };
  });
  return { rows: placed, height: top, eventCount: shownEvents.size };
}

/** The index of the first row whose bottom is below `y`; the number of rows if there is none. */
export function rowAt({ rows: placed }: Rows, y: number): number {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = placed[middle];
    if (row !== undefined && row.top + row.height <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The key of the market whose row is active: the one that the arrow keys moved to, or whose event was opened. It is kept while
 * an event is shown, so that going back leads to the same row.
 */
export const activeMarket = signal<string | null>(null);

/** The index of the active row on the board; -1 if its market is not there. */
export const activeIndex = computed(() =>
  rows.value.rows.findIndex((row) => row.market.key === activeMarket.value),
);
