/**
 * Reads an environment variable. `unset` is its value if it is unset or empty; `parse` returns null for
 * an invalid value, which ends the start with a line that says what was `expected`.
 */
export type ReadVariable = <T>(
  name: string,
  unset: T,
  parse: (value: string) => T | null,
  expected: string,
) => T;
