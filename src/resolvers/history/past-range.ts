import { badUserInput } from '../../errors/errors.ts';
import type { Span } from '../../history/history-store.ts';
import { DAY_MS } from '../../history/store/days.ts';

/** The longest range of the past that a field reads. */
const RANGE_DAYS_MAX = 31;
export const RANGE_MS_MAX = RANGE_DAYS_MAX * DAY_MS;

/** By how much another clock may be ahead: a time that is no further in the future means now. */
const CLOCK_SKEW_MS = 60_000;

interface RangeArguments {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/**
 * The range that a field asks for, which ends now by default, and begins a day before. Throws `BAD_USER_INPUT` if it
 * is not in the past, turned around or too long.
 */
export function pastRange(args: RangeArguments, now: number): Span {
  // By default, with changes that a replica whose clock is ahead has recorded just now.
  const to = args.to ? notFuture('to', args.to, now) : now + CLOCK_SKEW_MS;
  const end = Math.min(to, now);
  const from = args.from ? Date.parse(args.from) : end - DAY_MS;
  if (from > end) throw badUserInput('from', args.to ? 'is after "to"' : 'is in the future');
  if (end - from > RANGE_MS_MAX) {
    throw badUserInput('from', `is more than ${RANGE_DAYS_MAX} days before the end of the range`);
  }
  return { from, to };
}

/** Whether `pastRange` could have returned this range, also on a replica whose clock is ahead. */
export function isPastRange({ from, to }: Span, now: number): boolean {
  const isEnded = from >= 0 && from <= to && to <= now + 2 * CLOCK_SKEW_MS;
  return isEnded && to - from <= RANGE_MS_MAX + CLOCK_SKEW_MS;
}

/** A time in the past. Throws `BAD_USER_INPUT` for one in the future. */
export function pastTime(argument: string, iso: string, now: number): number {
  return Math.min(notFuture(argument, iso, now), now);
}

function notFuture(argument: string, iso: string, now: number): number {
  const time = Date.parse(iso);
  if (time > now + CLOCK_SKEW_MS) throw badUserInput(argument, 'must not be in the future');
  return time;
}
