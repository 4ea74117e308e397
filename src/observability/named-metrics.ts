import { Counter, Gauge, Histogram } from 'prom-client';

/** Makes a metric with this name. */
type Maker<Metric> = (name: string) => Metric;

export function counter<Label extends string>(
  help: string,
  ...labelNames: Label[]
): Maker<Counter<Label>> {
  return (name) => new Counter({ name, help, labelNames });
}

export function gauge<Label extends string>(
  help: string,
  ...labelNames: Label[]
): Maker<Gauge<Label>> {
  return (name) => new Gauge({ name, help, labelNames });
}

export function histogram<Label extends string>(
  help: string,
  buckets: number[],
  ...labelNames: Label[]
): Maker<Histogram<Label>> {
  return (name) => new Histogram({ name, help, buckets, labelNames });
}

/** Makes each metric of a table, named by its key with this program's prefix. */
export function makeMetrics<Metrics extends Readonly<Record<string, unknown>>>(
  table: {
    readonly [Name in keyof Metrics]: Maker<Metrics[Name]>;
  },
): Metrics {
  const made = Object.entries(table).map(([name, make]) => [name, make(`oddsgraph_${name}`)]);
  return Object.fromEntries(made);
}
