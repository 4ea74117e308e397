import { ageText, clockText } from './formats.ts';
import type { Quote } from './quote.ts';

/** The tooltip of a price. */
export function priceTitle({ selection, book, seenAt, movedAt, direction }: Quote): string {
  const moved = movedAt === 0 ? '' : `, ${direction > 0 ? 'up' : 'down'} at ${clockText(movedAt)}`;
  return `${selection}, ${book}: last seen ${ageText(Date.now() - seenAt)} ago${moved}`;
}
