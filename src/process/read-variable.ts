/** An environment variable has an invalid value. The message names the variable. */
export class ConfigError extends Error {}

/**
 * Reads an environment variable. `unset` is the result if it is unset or empty. `parse` returns null for an
 * invalid value: then the process does not start, and its error message says what was `expected`.
 */
export type ReadVariable = <T>(
  name: string,
  unset: T,
  parse: (value: string) => T | null,
  expected: string,
) => T;

/** Reads variables of this environment. Throws `ConfigError` for an invalid value. */
export function variablesOf(
  environment: Readonly<Record<string, string | undefined>>,
): ReadVariable {
  return (name, unset, parse, expected) => {
    const value = environment[name]?.trim(); // Files and secrets often end with a line break.
    if (value === undefined || value === '') return unset;
    const parsed = parse(value);
    if (parsed === null) throw new ConfigError(`${name} must be ${expected}.`);
    return parsed;
  };
}

export const URL_RULE = 'an http or https URL without credentials, query or fragment';

export function httpUrl(value: string): URL | null {
  const url = httpUrlWithQuery(value);
  return url?.search === '' ? url : null;
}

export function httpUrlWithQuery(value: string): URL | null {
  const url = URL.parse(value);
  const isBare = url !== null && !(url.username || url.password || url.hash);
  return isBare && /^https?:$/.test(url.protocol) ? url : null;
}

/** Reads a whole number from `min` to `max`. */
export function wholeNumber(
  read: ReadVariable,
  name: string,
  unset: number,
  min: number,
  max: number,
): number {
  const parse = (value: string) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : null;
  };
  return read(name, unset, parse, `a whole number from ${min} to ${max}`);
}

/** Reads any text. */
export function text<Unset>(read: ReadVariable, name: string, unset: Unset): string | Unset {
  return read<string | Unset>(name, unset, (value) => value, 'a text');
}

/** Reads whether something is `on` or `off`. */
export function isOn(read: ReadVariable, name: string, unset: boolean): boolean {
  const parse = (value: string) => (value === 'on' ? true : value === 'off' ? false : null);
  return read(name, unset, parse, '"on" or "off"');
}
