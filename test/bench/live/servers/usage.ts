/** What a server's process has used. */
export interface Usage {
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly rss: number;
  /** Executions of the document. */
  readonly executions: number;
}

/** `tidy` collects garbage before memory is looked at. */
export type UsageQuestion = 'now' | 'tidy';

/** Tells the benchmark where this process listens, and what it has used whenever it asks. */
export function report(url: string, executions: () => number = () => 0): void {
  process.on('message', (question: UsageQuestion) => {
    if (question === 'tidy') globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const rss = process.memoryUsage.rss();
    process.send?.({ cpuMs: (user + system) / 1000, rss, executions: executions() });
  });
  process.send?.({ url });
}
