/** The value of a metric of a running server, by its name without the prefix; 0 before its first event. */
export async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`oddsgraph_${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}
