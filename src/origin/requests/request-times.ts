import { isDay } from '../../contract/calendar-day.ts';
import { Refusal } from './refusal.ts';

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Parses an ISO 8601 time to milliseconds since the Unix epoch. Without a time zone it is UTC. `name` is
 * the parameter that an error message names.
 */
export function parseTime(name: string, text: string): number {
  // A space may stand for the "T"; the "+" of a time zone arrives as one where it was not percent-encoded.
  const iso = text
    .toUpperCase()
    .replace(/^(.{10}) /, '$1T')
    .replace(' ', '+');
  // JavaScript reads a time without a zone as local, a day as UTC.
  const zoned = /T.*(Z|[+-]\d{2}:\d{2})$/.test(iso) || isDay(iso) ? iso : `${iso}Z`;
  const time = TIME.test(iso) && isDay(iso.slice(0, 10)) ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new Refusal('invalid_request', `"${name}" must be an ISO 8601 time; got "${text}".`);
  }
  return time;
}

/** Parses an ISO 8601 time or Unix seconds, as `/splits/history` takes them, to milliseconds since the Unix epoch. */
export function parseTimeOrSeconds(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : parseTime(name, text);
}

/** Returns `text` if it is a day that exists, written `YYYY-MM-DD`. */
export function parseDay(name: string, text: string): string {
  if (!isDay(text)) {
    throw new Refusal('invalid_request', `"${name}" must be a date, YYYY-MM-DD; got "${text}".`);
  }
  return text;
}
