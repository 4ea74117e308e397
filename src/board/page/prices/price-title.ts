import { isStreaming } from './feed.ts';
import { ageText, clockText, dayTimeText } from './formats.ts';
import type { Quote } from './quote.ts';

/** The tooltip of a price. Streams do not report when a price is seen again, only when it changes. */
export function priceTitle({ selection, book, seenAt, movedAt, direction }: Quote): string {
  const now = Date.now();
  const facts = [
    !isStreaming.value && `last seen ${ageText(now - seenAt)} ago`,
    isStreaming.value && movedAt === 0 && `unchanged since ${dayTimeText(seenAt, now)}`,
    movedAt !== 0 && `${direction > 0 ? 'up' : 'down'} at ${clockText(movedAt)}`,
  ];
  return `${selection}, ${book}: ${facts.filter(Boolean).join(', ')}`;
}
