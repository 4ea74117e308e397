import { badUserInput } from '../../errors/errors.ts';
import type { EventFilter } from '../../generated/schema-types.ts';
import { DAY_MS } from '../../history/store/days.ts';

/** How far `startsBefore` may be after `startsAfter`. */
const RANGE_DAYS_MAX = 8;

/** From when until when events start, in milliseconds since the Unix epoch; `before` is not included. */
export interface StartRange {
  readonly after: number;
  readonly before: number;
  /** The days in UTC on which they start, as `YYYY-MM-DD`. */
  readonly days: readonly string[];
}

/** The range of a filter; null if it has none. Throws `BAD_USER_INPUT` if it is not one. */
export function startRange({ startsAfter, startsBefore, date }: EventFilter): StartRange | null {
  if (!startsAfter && !startsBefore) return null;
  if (!startsBefore) refuse('startsAfter', 'needs startsBefore, at most 8 days later');
  if (!startsAfter) refuse('startsBefore', 'needs startsAfter, at most 8 days earlier');
  const [after, before] = [Date.parse(startsAfter), Date.parse(startsBefore)];
  if (before <= after) refuse('startsBefore', 'must be after startsAfter');
  if (before - after > RANGE_DAYS_MAX * DAY_MS) {
    refuse('startsBefore', `must be at most ${RANGE_DAYS_MAX} days after startsAfter`);
  }
  const days = daysOf(after, before);
  if (!date) return { after, before, days };
  if (!days.includes(date)) refuse('date', 'is not between startsAfter and startsBefore');
  return { after, before, days: days.filter((day) => day === date) };
}

function daysOf(after: number, before: number): string[] {
  const days: string[] = [];
  for (let day = Math.floor(after / DAY_MS) * DAY_MS; day < before; day += DAY_MS) {
    days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}

function refuse(field: keyof EventFilter, problem: string): never {
  throw badUserInput(`filter.${field}`, problem);
}
