import { computed } from '@preact/signals';
import { allows, type Book, bookName, books } from '../session/account.ts';
import { store } from './board-feed.ts';
import { market } from './board-filter.ts';
import { hasFairPrices, inOwnOrder, isShown } from './own-board.ts';

/** The width of a sportsbook's column in pixels. Prices with a line, as of spreads and totals, need more. */
export const cellWidth = computed(() => (market.value === 'moneyline' ? 78 : 96));

/** A sportsbook's column of the board. */
export interface Column {
  readonly book: Book;
  /** The tier that the book's prices need, if the account's tier is lower; null if the account sees them. */
  readonly lockedTo: string | null;
}

/** The ids of the books with a price on this board. */
const pricedBooks = computed<ReadonlySet<string>>(() => {
  store.structure.value; // Read so that this is computed again when markets come or go.
  const quotes = store.markets.values().flatMap((one) => one.quotes.values());
  return new Set(quotes.map(({ sportsbookId }) => sportsbookId));
});

/** The books that the account sees, in one's own order. */
export const ownBooks = computed<readonly Book[]>(() => {
  const listed = new Set(books.value.map(({ id }) => id));
  const unlisted = [...pricedBooks.value]
    .filter((id) => !listed.has(id))
    .map((id) => ({ id, displayName: bookName(id), requiresTier: null }));
  return inOwnOrder([...books.value, ...unlisted].filter((book) => !isLocked(book)));
});

/** The books with a price on this board, then those that need a higher tier than the account's. */
export const columns = computed<readonly Column[]>(() => [
  ...ownBooks.value
    .filter(({ id }) => isShown(id) && pricedBooks.value.has(id))
    .map((book) => ({ book, lockedTo: null })),
  ...books.value.filter(isLocked).map((book) => ({ book, lockedTo: book.requiresTier })),
]);

/** Whether the account's tier is too low for a book. */
function isLocked({ id, requiresTier }: Book): boolean {
  return !allows(requiresTier) && !pricedBooks.value.has(id);
}

/** The `aria-colindex` of the first sportsbook's column, which follows the event, the best price and the fair one. */
export function firstBookIndex(): number {
  return hasFairPrices.value ? 4 : 3;
}
