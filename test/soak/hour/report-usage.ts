import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the process uses. Sizes are in bytes, and times in milliseconds since the last report. */
export interface Usage {
  /** Of the heap, after garbage has been collected. */
  readonly heap: number;
  readonly rss: number;
  /** Outside of the heap, such as the bytes of answers. */
  readonly external: number;
  readonly delayP99: number;
  readonly delayMax: number;
  readonly cpuMs: number;
  /** What keeps it running, counted by kind: sockets, servers, timers. */
  readonly resources: Readonly<Record<string, number>>;
}

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
let cpu = process.cpuUsage();

/** Preloaded with `--import` into the measured server: answers each message of its parent with a `Usage`. */
process.on('message', () => {
  const [delayP99, delayMax] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  const { rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage(cpu);
  globalThis.gc?.();
  const { heapUsed: heap, external } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const cpuMs = (user + system) / 1000;
  const usage: Usage = { heap, rss, external, delayP99, delayMax, cpuMs, resources };
  process.send?.(usage);
  // The next report is about what happens from here on.
  cpu = process.cpuUsage();
  setImmediate(() => delay.reset());
});
process.on('disconnect', () => process.exit()); // The soak was interrupted.
process.channel?.unref();
