/** What a server's process has used. */
export interface Usage {
  readonly cpuMs: number;
  /** Resident memory after a garbage collection, in bytes. */
  readonly rss: number;
  /** Executions of the document. */
  readonly executions: number;
}

/** Tells the benchmark where this process listens, and what it has used whenever it asks. */
export function report(url: string, executions: () => number = () => 0): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    globalThis.gc?.();
    const usage: Usage = {
      cpuMs: (user + system) / 1000,
      rss: process.memoryUsage.rss(),
      executions: executions(),
    };
    process.send?.(usage);
  });
  process.send?.({ url });
}
