import { isHandicap } from '../../../contract/odds/covering-sides.ts';
import { kept } from '../session/kept.ts';

type OddsFormat = 'american' | 'decimal';

/** How the page writes prices. */
export const oddsFormat = kept<OddsFormat>('format', (value) =>
  value === 'decimal' ? value : 'american',
);

export function priceText(price: { readonly american: number; readonly decimal: number }): string {
  if (oddsFormat.value === 'decimal') return price.decimal.toFixed(price.decimal < 10 ? 2 : 1);
  return signed(Math.round(price.american));
}

export function decimalText(decimal: number): string {
  return priceText({ decimal, american: american(decimal) });
}

/** The American odds of a decimal price. */
export function american(decimal: number): number {
  return decimal >= 2 ? (decimal - 1) * 100 : -100 / (decimal - 1);
}

/** `+3.5`, `−110`: with a true minus sign, which is as wide as the plus sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}

/** The line of a price: signed if it is a handicap, as a total is not, even that of one team alone. */
export function lineText(line: number, marketType: string): string {
  return isHandicap(marketType) ? spreadText(line) : String(line);
}

/** A spread. `PK` (pick'em) is one of zero. */
export function spreadText(line: number): string {
  return line === 0 ? 'PK' : signed(line);
}

/** A selection with its line, unless its name has the line: `Over 2.5` and `Lakers (+7)` have it, `76ers` has not. */
export function withLine(selection: string, line: number | null, marketType: string): string {
  if (line === null) return selection;
  const words = selection.split(/[\s()]+/);
  if (words.includes(String(line)) || words.includes(signed(line))) return selection;
  return `${selection} ${lineText(line, marketType)}`;
}

/** Rounds to tenths, as `percent` writes them; never to -0. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10 + 0;
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

/** `19:30` today, `Sat, 3 Jan 19:30` on other days; `–` for what is no time, as for `clockText`. */
export function dayTimeText(at: number | string, now: number): string {
  const start = new Date(at);
  if (Number.isNaN(start.getTime())) return '–';
  const isToday = start.toDateString() === new Date(now).toDateString();
  return isToday ? TIME.format(start) : `${DAY.format(start)} ${TIME.format(start)}`;
}

export function clockText(at: number | string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '–' : TIME_WITH_SECONDS.format(time);
}

/** `12 s`, `4 min`, `3 h`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}

/** What people say for some words of slugs: `total_points_odd_even` is `Total points odd or even`. */
const SPOKEN: Readonly<Record<string, string>> = {
  even: 'or even',
  outs: 'outs recorded',
  pitches: 'pitches thrown',
  rbis: 'RBIs',
  threes: 'three-pointers',
};

/** A slug as a title, made of its words, as slugs are an open set: `point_spread` is `Point spread`, `nba` is `NBA`. */
export function titleOf(slug: string): string {
  if (/^[a-z]{1,3}$/.test(slug)) return slug.toUpperCase();
  const words = slug
    .split('_')
    .map((word) => SPOKEN[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `PRO` and `pro` are `Pro`. */
export function tierName(tier: string): string {
  return tier.charAt(0).toUpperCase() + tier.slice(1).toLowerCase();
}
