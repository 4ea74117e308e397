import { badUserInput } from '../errors.ts';

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

/** Checks one text argument: neither empty nor overlong, no control characters. */
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
  if (/\p{Cc}/u.test(value)) throw badUserInput(argument, 'must not hold control characters');
  if (list && value.includes(',')) throw badUserInput(argument, 'must not hold a comma');
}

/** Checks a calendar day, `YYYY-MM-DD`. */
export function checkDay(argument: string, value: string | null | undefined): void {
  if (value === null || value === undefined) return;
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && sameDay(value);
  if (!isDay) throw badUserInput(argument, 'must be a day such as 2026-07-14');
}

/** JavaScript takes 2026-02-30 for the second of March. */
function sameDay(value: string): boolean {
  return new Date(value).toISOString().startsWith(value);
}

/** Checks that a range of American odds is not empty. */
export function checkOddsRange(
  argument: string,
  range: { readonly minAmerican?: number | null; readonly maxAmerican?: number | null },
): void {
  const { minAmerican: min, maxAmerican: max } = range;
  if (min !== null && min !== undefined && max !== null && max !== undefined && min > max) {
    throw badUserInput(`${argument}.minAmerican`, `is above maxAmerican: ${min} > ${max}`);
  }
}
