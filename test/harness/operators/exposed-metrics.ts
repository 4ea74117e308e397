/** The values at `/metrics` by series, without the prefix of the project's own. */
export async function exposedMetrics(url: string): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = text.matchAll(/^(?:oddsgraph_)?([a-z]\S+(?:\{.*\})?) (\S+)$/gm);
  return new Map(Array.from(samples, ([, series = '', value]) => [series, Number(value)]));
}

/** The series whose values have changed during `work`, and by how much. */
export async function growthOf(
  url: string,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await exposedMetrics(url);
  await work();
  const grown = Array.from(await exposedMetrics(url), ([series, value]): [string, number] => [
    series,
    value - (before.get(series) ?? 0),
  ]);
  return Object.fromEntries(grown.filter(([, by]) => by !== 0));
}
