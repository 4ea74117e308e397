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
