import { signal } from '@preact/signals';

export type OddsFormat = 'american' | 'decimal';

/** How the page writes prices; the choice is kept for the tab. */
export const oddsFormat = signal<OddsFormat>(
  sessionStorage.getItem('oddsgraph-format') === 'decimal' ? 'decimal' : 'american',
);

export function chooseFormat(format: OddsFormat): void {
  sessionStorage.setItem('oddsgraph-format', format);
  oddsFormat.value = format;
}

export function priceText(price: { readonly american: number; readonly decimal: number }): string {
  if (oddsFormat.value === 'decimal') return price.decimal.toFixed(price.decimal < 10 ? 2 : 1);
  return signed(Math.round(price.american));
}

/** `+3.5`, `−110`: with a true minus sign, which is as wide as the plus sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}

/** The line of a price. `PK` (pick'em) is a spread of zero. */
export function lineText(line: number, side: string): string {
  return side === 'home' || side === 'away' ? (line === 0 ? 'PK' : signed(line)) : String(line);
}

export function percent(value: number, digits = 1): string {
  return `${value.toFixed(digits).replace('-', '−')} %`;
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const TIME_WITH_SECONDS = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** `19:30` today, `Sat, 3 Jan 19:30` on other days. */
export function dayTimeText(at: number | string, now: number): string {
  const start = new Date(at);
  const isToday = start.toDateString() === new Date(now).toDateString();
  return isToday ? TIME.format(start) : `${DAY.format(start)} ${TIME.format(start)}`;
}

export function clockText(at: number | string): string {
  return TIME_WITH_SECONDS.format(new Date(at));
}

/** `12 s`, `4 min`, `3 h`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}

/** A slug as a title: `point_spread` is `Point spread`, `nba` is `NBA`. */
export function titleOf(slug: string): string {
  const words = slug.replaceAll('_', ' ');
  if (/^[a-z]{2,5}$/.test(slug) && !WORDS.has(slug)) return slug.toUpperCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `PRO` and `pro` are `Pro`. */
export function tierName(tier: string): string {
  return tier.charAt(0).toUpperCase() + tier.slice(1).toLowerCase();
}

/** Short slugs that are words, not abbreviations. */
const WORDS: ReadonlySet<string> = new Set(['total', 'main', 'props', 'golf', 'rugby']);
