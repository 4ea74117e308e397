import { isDay } from '../contract/calendar-day.ts';
import { ArgumentError } from './quoted.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** A game that began this long ago may still be in play. */
const IN_PLAY_MS = 4 * HOUR_MS;

/** From Saturday to Monday noon, in weeks that begin on Thursdays, as those since the Unix epoch do. */
const WEEKEND = [2 * DAY_MS, 4 * DAY_MS + 12 * HOUR_MS] as const;

type Range = readonly [from: number, to: number];

/** A day in UTC, this many days after today, with its evening in America. */
function dayFromToday(days: number): (hour: number, today: number) => Range {
  return (_, today) => [today + days * DAY_MS, today + (days + 1.5) * DAY_MS];
}

/** From when to when events start, by when this hour and this day began; all in milliseconds since the Unix epoch. */
const WINDOWS: ReadonlyMap<string, (hour: number, today: number) => Range> = new Map([
  ['now', (hour) => [hour - IN_PLAY_MS, hour + 3 * HOUR_MS]],
  ['tonight', (hour) => [hour - IN_PLAY_MS, hour + 14 * HOUR_MS]],
  ['this week', (hour) => [hour - IN_PLAY_MS, hour + WEEK_MS - IN_PLAY_MS]],
  ['next week', (hour) => [hour + WEEK_MS - IN_PLAY_MS, hour + 2 * WEEK_MS - IN_PLAY_MS]],
  ['last week', (hour) => [hour - WEEK_MS, hour]],
  ['this weekend', weekendAt],
  ['today', dayFromToday(0)],
  ['tomorrow', dayFromToday(1)],
  ['yesterday', dayFromToday(-1)],
  ['last night', dayFromToday(-1)],
]);

/** From when to when events start: `when` is a word or a day as `YYYY-MM-DD`. */
export function timeWindow(when: string, now: number): readonly [from: string, to: string] {
  const word = when.trim().toLowerCase().replaceAll('_', ' ');
  // Whole hours, so that the next page has the bounds that its cursor is for, unless a new hour has begun.
  const hour = now - (now % HOUR_MS);
  const range = WINDOWS.get(word)?.(hour, now - (now % DAY_MS)) ?? dayOf(word);
  if (range !== null) return [new Date(range[0]).toISOString(), new Date(range[1]).toISOString()];
  const names = [...WINDOWS.keys()].join(', ');
  throw new ArgumentError(`"when" is one of ${names}, or a day as YYYY-MM-DD.`);
}

/** This weekend, or the next one. */
function weekendAt(hour: number): Range {
  const [from, to] = WEEKEND;
  const end = hour + WEEK_MS - to;
  const week = end - (end % WEEK_MS);
  return [week + from, week + to];
}

function dayOf(text: string): Range | null {
  if (!isDay(text)) return null;
  const day = Date.parse(text);
  return [day, day + DAY_MS];
}
