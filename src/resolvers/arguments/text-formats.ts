import { isDay } from '../../contract/calendar-day.ts';

/** A form that a text must have beyond the checks that every text passes. */
export interface TextFormat {
  readonly accepts: (text: string) => boolean;
  /** Completes the sentence `Argument "…" …`. */
  readonly problem: string;
}

/** A calendar day, `YYYY-MM-DD`. */
export const DAY: TextFormat = { accepts: isDay, problem: 'must be a day such as 2026-07-14' };

/** The two-letter code of a US state, in any case. */
export const US_STATE: TextFormat = {
  accepts: (text) => /^[A-Za-z]{2}$/.test(text),
  problem: 'must be the two-letter code of a US state, such as pa',
};

/** A segment of a URL path. Dots alone would lead to another path, as would slashes behind a proxy that decodes them. */
export const PATH_SEGMENT: TextFormat = {
  accepts: (text) => !/^\.+$|[/\\]/.test(text),
  problem: 'must not consist of dots or contain a slash',
};
