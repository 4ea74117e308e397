import { OddsgraphError } from '../errors/errors.ts';

/** What is wrong with arguments. The message tells a model how to mend it. */
export class ArgumentError extends Error {}

/** A caller's or upstream's text as answers quote it: only its beginning, if it is long. */
export function quoted(text: string): string {
  return `"${shortened(text, 80)}"`;
}

export function shortened(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

/** What has this name. Throws `BAD_USER_INPUT` with all names, `others` included, if nothing has. */
export function requireKnown<T>(
  kind: string,
  name: string,
  known: ReadonlyMap<string, T>,
  others: readonly string[] = [],
): T {
  const one = known.get(name);
  if (one !== undefined) return one;
  const names = [...known.keys(), ...others].join(', ');
  const message = `There is no ${kind} ${quoted(name)}. There are: ${names}.`;
  throw new OddsgraphError('BAD_USER_INPUT', message);
}
