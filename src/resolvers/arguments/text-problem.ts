/** A form that a text must have beyond the checks that every text passes. */
export interface TextFormat {
  readonly accepts: (text: string) => boolean;
  /** Completes the sentence `Argument "…" …`. */
  readonly problem: string;
}

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
