/** The filters of a request as `meta.filters` repeats them: null where none was given. */
export function echoFilters<Query extends object, Name extends keyof Query>(
  query: Query,
  names: readonly Name[],
): { [Filter in Name]: Exclude<Query[Filter], undefined> | null } {
  return Object.fromEntries(names.map((name) => [name, query[name] ?? null])) as {
    [Filter in Name]: Exclude<Query[Filter], undefined> | null;
  };
}
