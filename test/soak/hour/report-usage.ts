import { constants, PerformanceObserver } from 'node:perf_hooks';

/** What the process uses. Sizes are in bytes. */
export interface Usage {
  /** Of the heap: the least that a full collection has left since the last report. */
  readonly heap: number;
  /** The pages that V8 has for its heap, used or not. */
  readonly heapPages: number;
  readonly rss: number;
  /** Outside of the heap, such as the bytes of answers. */
  readonly external: number;
  /** What keeps it running, counted by kind: sockets, servers, timers. */
  readonly resources: Readonly<Record<string, number>>;
}

/**
 * Null until a full collection. None is forced: V8 keeps the pages that such a collection frees, so that
 * RSS would not be what operators see.
 */
let heap: number | null = null;
new PerformanceObserver((list) => {
  const isFull = list.getEntries().some((entry) => 'detail' in entry && isMajor(entry.detail));
  if (isFull) heap = Math.min(heap ?? Number.POSITIVE_INFINITY, process.memoryUsage().heapUsed);
}).observe({ entryTypes: ['gc'] });

function isMajor(detail: unknown): boolean {
  const kind = constants.NODE_PERFORMANCE_GC_MAJOR;
  return typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === kind;
}

/** Preloaded with `--import` into the measured server: answers each message of its parent with a `Usage`. */
process.on('message', () => {
  const { rss, external, heapUsed, heapTotal } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const usage: Usage = {
    heap: heap ?? heapUsed,
    heapPages: heapTotal,
    rss,
    external,
    resources,
  };
  process.send?.(usage);
  heap = null; // The next report is about what happens from here on.
});
process.on('disconnect', () => process.exit()); // The soak was interrupted.
process.channel?.unref();
