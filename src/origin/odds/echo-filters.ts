/** The query's filters for `meta.filters`: null for those that are not given. */
export function echo(query: object, names: readonly string[]): Record<string, unknown> {
  const given = new Map(Object.entries(query));
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? null]));
}
