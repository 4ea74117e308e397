import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { badUserInput, OddsgraphError } from '../../errors.ts';

const LENGTH_MAX = 256;

/** Characters of a list in all: it becomes part of an address. */
const LIST_LENGTH_MAX = 6_000;

/**
 * Checks the text values of an argument before they become part of an upstream request. A list
 * travels there joined by commas, so a comma inside a value would be read as two.
 */
export function checkTexts(argument: string, values: readonly string[] | null | undefined): void {
  if (values === null || values === undefined) return;
  const length = values.join(',').length;
  if (length > LIST_LENGTH_MAX) {
    throw badUserInput(argument, `is longer than ${LIST_LENGTH_MAX} characters: ${length}`);
  }
  for (const [index, value] of values.entries()) {
    checkText(`${argument}.${index}`, value, { list: true });
  }
}

/** Checks one text argument: neither empty nor overlong, no control characters, no half ones. */
export function checkText(
  argument: string,
  value: string | null | undefined,
  { list = false } = {},
): void {
  if (value === null || value === undefined) return;
  if (value.trim() === '') throw badUserInput(argument, 'must not be empty');
  if (value.length > LENGTH_MAX) {
    throw badUserInput(argument, `is longer than ${LENGTH_MAX} characters`);
  }
  if (!value.isWellFormed()) throw badUserInput(argument, 'must be well-formed Unicode');
  if (/\p{Cc}/u.test(value)) throw badUserInput(argument, 'must not hold control characters');
  if (list && value.includes(',')) throw badUserInput(argument, 'must not hold a comma');
}

/** Checks a text that becomes a segment of an address, in which dots alone would lead elsewhere. */
export function checkSegment(argument: string, value: string): void {
  checkText(argument, value);
  if (/^\.+$/.test(value)) throw badUserInput(argument, 'must not be dots alone');
}

/** Checks a calendar day, `YYYY-MM-DD`. */
export function checkDay(argument: string, value: string | null | undefined): void {
  if (value === null || value === undefined) return;
  if (!isDay(value)) throw badUserInput(argument, 'must be a day such as 2026-07-14');
}

/** Whether a text names a day that exists: JavaScript takes 2026-02-30 for the second of March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(text).toISOString().startsWith(text);
}

/** Checks how many items are asked for. */
export function checkPageSize(argument: string, size: number | null | undefined): void {
  if (size === null || size === undefined) return;
  if (size < 1 || size > PAGE_SIZE_MAX) {
    throw badUserInput(argument, `must be from 1 to ${PAGE_SIZE_MAX}, and is ${size}`);
  }
}

/** Checks that a range of American odds has finite ends and is not empty. */
export function checkOddsRange(
  argument: string,
  range: { readonly minAmerican?: number | null; readonly maxAmerican?: number | null },
): void {
  const { minAmerican: min, maxAmerican: max } = range;
  // A literal such as 1e999 is a valid Float to GraphQL.
  if (!Number.isFinite(min ?? 0)) throw badUserInput(`${argument}.minAmerican`, 'must be finite');
  if (!Number.isFinite(max ?? 0)) throw badUserInput(`${argument}.maxAmerican`, 'must be finite');
  if (min !== null && min !== undefined && max !== null && max !== undefined && min > max) {
    throw badUserInput(`${argument}.minAmerican`, `is above maxAmerican: ${min} > ${max}`);
  }
}

/** Does `work`; where upstream refuses an argument, the error names it and says what is wrong. */
export async function blaming<T>(
  argument: string,
  problem: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OddsgraphError) || error.code !== 'BAD_USER_INPUT') throw error;
    const { message, extensions } = badUserInput(argument, problem);
    throw new OddsgraphError(error.code, message, { ...error.extensions, ...extensions });
  }
}
