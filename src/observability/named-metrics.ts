import { Counter, Gauge, Histogram } from 'prom-client';

type Made<Metric> = (name: string) => Metric;

export function counter<Label extends string>(
  help: string,
  ...labelNames: Label[]
): Made<Counter<Label>> {
  return (name) => new Counter({ name, help, labelNames });
}

export function gauge<Label extends string>(
  help: string,
  ...labelNames: Label[]
): Made<Gauge<Label>> {
  return (name) => new Gauge({ name, help, labelNames });
}

export function histogram<Label extends string>(
  help: string,
  buckets: number[],
  ...labelNames: Label[]
): Made<Histogram<Label>> {
  return (name) => new Histogram({ name, help, buckets, labelNames });
}

/** Makes each metric of a table with its name and this program's prefix. */
export function named<Metrics extends Readonly<Record<string, unknown>>>(
  table: {
    readonly [Name in keyof Metrics]: Made<Metrics[Name]>;
  },
): Metrics {
  const made = Object.entries(table).map(([name, make]) => [name, make(`oddsgraph_${name}`)]);
  return Object.fromEntries(made);
}
