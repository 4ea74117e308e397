import { kept } from '../session/kept.ts';
import { isNarrow } from '../shell/narrow.ts';

/** Sportsbooks by id: those that come first, in this order, and those that the board leaves out. */
interface BookChoice {
  readonly first: readonly string[];
  readonly hidden: readonly string[];
}

/** The sportsbooks of one's own board. */
export const bookChoice = kept<BookChoice>('sportsbooks', (value) => {
  const { first, hidden } = (value ?? {}) as Partial<Record<keyof BookChoice, unknown>>;
  return { first: texts(first), hidden: texts(hidden) };
});

/** Events that stay on top, by id: of more than `PINNED_MAX`, the last that were pinned. */
const pinned = kept<readonly string[]>('events', texts);

const PINNED_MAX = 100;

/** Whether there is a column of fair prices. If nobody has chosen, phones, which have little room, go without. */
export const hasFairPrices = kept<boolean>('fair-prices', (value) =>
  typeof value === 'boolean' ? value : !isNarrow.value,
);

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function isShown(book: string): boolean {
  return !bookChoice.value.hidden.includes(book);
}

/** In the chosen order; those without a place follow as they come. */
export function inOwnOrder<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  const { first } = bookChoice.value;
  const place = ({ id }: Item) => first.indexOf(id) + 1 || first.length + 1;
  return items.toSorted((a, b) => place(a) - place(b));
}

export function isPinned(event: string): boolean {
  return pinned.value.includes(event);
}

export function togglePin(event: string): void {
  const others = pinned.value.filter((id) => id !== event);
  pinned.value = isPinned(event) ? others : [...others, event].slice(-PINNED_MAX);
}
