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

/** A segment of a URL path. Dots alone would resolve to another path. */
export const PATH_SEGMENT: TextFormat = {
  accepts: (text) => !/^\.+$/.test(text),
  problem: 'must not consist of dots',
};

export interface TextRules {
  readonly lengthMax: number;
  /** False if the text becomes part of a comma-separated query parameter. */
  readonly allowsComma: boolean;
  readonly format: TextFormat | null;
}

/** Printable ASCII without spaces. Most texts match, and then need no check for emptiness or bad characters. */
const PLAIN = /^[\x21-\x7e]+$/;

/** What is wrong with a text, completing the sentence `Argument "…" …`; null if nothing is. */
export function textProblem(text: string, rules: TextRules): string | null {
  const { lengthMax, allowsComma, format } = rules;
  if (text.length > lengthMax) return `is longer than ${lengthMax} characters`;
  if (!PLAIN.test(text)) {
    if (text.trim() === '') return 'must not be empty';
    if (!text.isWellFormed()) return 'must be well-formed Unicode';
    if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  }
  if (!allowsComma && text.includes(',')) return 'must not contain a comma';
  return format === null || format.accepts(text) ? null : format.problem;
}
