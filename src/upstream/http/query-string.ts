/** Query parameters. What is null, undefined or empty is left out; lists are joined by commas. */
export type Query = Readonly<
  Record<
    string,
    string | number | boolean | readonly (string | number | boolean)[] | null | undefined
  >
>;

/** Query parameters as they are sent, after a "?"; empty if there are none. Names keep their order. */
export function queryString(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') params.set(name, text);
  }
  return params.size === 0 ? '' : `?${params}`;
}
