import { isStreaming } from './feed.ts';
import { ageText, dayTimeText, lineText, priceText } from './formats.ts';
import type { Cell } from './market-table.ts';
import { idOf, isOpen, type Quote } from './quote.ts';
import { now } from './ticker.ts';

/** A price flashes this long after it has moved. */
const FLASH_MS = 1_500;

/** Without a stream, a price that has not been seen for longer than this looks old. */
const OLD_LIVE_MS = 2 * 60_000;
const OLD_UPCOMING_MS = 30 * 60_000;

function isOld(quote: Quote): boolean {
  if (isStreaming.value) return false;
  return now.value - seenAt(quote) > (quote.isLive ? OLD_LIVE_MS : OLD_UPCOMING_MS);
}

/** When a price was last seen at the sportsbook or changed, in milliseconds since the Unix epoch. */
function seenAt({ lastSeenAt, changedAt }: Quote): number {
  return Math.max(Date.parse(lastSeenAt), Date.parse(changedAt ?? '') || 0);
}

/** One price with its line, how it moved, and whether it is the best or old. */
export function PriceText({ cell }: { readonly cell: Cell | undefined }) {
  if (cell === undefined) return <span class="price none">·</span>;
  const { quote, isBest, isComparable } = cell;
  if (!isOpen(quote)) {
    const { selection, sportsbookId } = quote;
    return (
      <span class="price none" title={`${selection}, ${sportsbookId}: suspended`}>
        –
      </span>
    );
  }
  const { moved } = quote;
  const hasJustMoved = moved !== undefined && Date.now() - moved.at < FLASH_MS;
  const classes = [
    'price',
    isBest && 'best',
    !isComparable && 'other-line',
    isOld(quote) && 'old',
    hasJustMoved && (moved.isUp ? 'flash up' : 'flash'),
  ];
  // A new key makes a new element, so that a price that moves again flashes again.
  return (
    <span
      key={hasJustMoved ? moved.at : 0}
      class={classes.filter(Boolean).join(' ')}
      data-quote={idOf(quote)}
      title={priceTitle(quote)}
    >
      {quote.line !== null && <small class="line">{lineText(quote.line, quote.marketType)}</small>}
      <b>{priceText(quote.price)}</b>
    </span>
  );
}

/** The tooltip of a price. Streams do not report when a price is seen again, only when it changes. */
function priceTitle(quote: Quote): string {
  const { selection, sportsbookId, moved } = quote;
  const now = Date.now();
  const facts = [
    !isStreaming.value && `last seen ${ageText(now - seenAt(quote))} ago`,
    isStreaming.value && !moved && `unchanged since ${dayTimeText(seenAt(quote), now)}`,
    moved && `${moved.isUp ? 'up' : 'down'} at ${dayTimeText(moved.at, now)}`,
  ];
  return `${selection}, ${sportsbookId}: ${facts.filter(Boolean).join(', ')}`;
}
