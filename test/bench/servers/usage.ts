import { collectGarbage } from '../../harness/node/collect-garbage.ts';

/** The resource usage of a server's process. */
export interface Usage {
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly rss: number;
  /** The number of executions of the document. */
  readonly executions: number;
}

/** `tidy` collects garbage before memory is measured. */
export type UsageQuestion = 'now' | 'tidy';

/** Sends the benchmark this process's address, and its resource usage on request. */
export function report(url: string, executions: () => number = () => 0): void {
  process.on('message', (question: UsageQuestion) => {
    if (question === 'tidy') collectGarbage();
    const { user, system } = process.cpuUsage();
    const rss = process.memoryUsage.rss();
    process.send?.({ cpuMs: (user + system) / 1000, rss, executions: executions() });
  });
  process.send?.({ url });
}
