import type { Deliveries } from './crowd.ts';
import type { Upstream } from './origin.ts';
import type { Answers } from './queries.ts';
import type { Usage } from './report-usage.ts';

/** What was read in one minute. */
export interface Minute {
  readonly minute: number;
  readonly usage: Usage;
  readonly answers: Answers;
  readonly deliveries: Deliveries;
  readonly upstream: Upstream;
}

export const TITLES = [
  'minute',
  'heap, its pages MiB',
  'RSS MiB',
  'buffers MiB',
  'handles',
  'subscribers',
  'lost',
  'MB sent',
  'queries',
  'upstream requests',
  'faults',
  'prices',
  'errors',
];

export function cells({ minute, usage, answers, deliveries, upstream }: Minute): string[] {
  const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  const handles = Object.values(usage.resources).reduce((sum, count) => sum + count, 0);
  return [
    String(minute),
    `${mebibytes(usage.heap)}, ${mebibytes(usage.heapPages)}`,
    mebibytes(usage.rss),
    mebibytes(usage.external),
    String(handles),
    String(deliveries.open),
    String(deliveries.lost),
    (deliveries.bytes / 1e6).toFixed(0),
    String(answers.count),
    String(upstream.requests),
    String(upstream.faults),
    String(upstream.prices),
    Object.entries(answers.errors)
      .map(([code, count]) => `${code} ${count}`)
      .join(', '),
  ];
}
