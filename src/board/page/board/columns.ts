import { computed } from '@preact/signals';
import { allows, type Book, books } from '../session/account.ts';
import { store } from './board-feed.ts';
import { market } from './board-filter.ts';
import { bookName } from './book-names.ts';

/** The width of a sportsbook's column in pixels. Prices with a line, as of spreads and totals, need more. */
export const cellWidth = computed(() => (market.value === 'moneyline' ? 78 : 96));

/** A sportsbook's column of the board. */
export interface Column {
  readonly book: Pick<Book, 'id' | 'displayName' | 'requiresTier'>;
  /** The tier that the book's prices need, if the account's tier is lower; null if the account sees them. */
  readonly lockedTo: string | null;
}

/** The books with a price on this board, then those that need a higher tier than the account's. */
export const columns = computed<readonly Column[]>(() => {
  store.structure.value; // Read so that this is computed again when markets come or go.
  const listed = new Set(books.value.map(({ id }) => id));
  const unlisted = [...store.bookCounts.keys()]
    .filter((id) => !listed.has(id))
    .map((id) => ({ id, displayName: bookName(id), requiresTier: null }));
  const all = [...books.value, ...unlisted];
  const priced = all.filter(({ id }) => (store.bookCounts.get(id) ?? 0) > 0);
  const locked = all.filter(({ requiresTier }) => !allows(requiresTier));
  return [
    ...priced.map((book) => ({ book, lockedTo: null })),
    ...locked
      .filter((book) => !priced.includes(book))
      .map((book) => ({ book, lockedTo: book.requiresTier })),
  ];
});
