import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../log.ts';

/** An exporter that logs when it begins to fail and when it works again, however many spans are lost. */
export class LoggedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Pick<Log, 'info' | 'warn'>;
  #lost: number | null = null;

  constructor(exporter: SpanExporter, log: Pick<Log, 'info' | 'warn'>) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.#succeeded();
      else this.#failed(spans.length, result.error);
      done(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown();
  }

  #failed(spans: number, err: unknown): void {
    if (this.#lost === null) this.#log.warn({ err }, 'traces cannot be exported');
    this.#lost = (this.#lost ?? 0) + spans;
  }

  #succeeded(): void {
    if (this.#lost !== null) this.#log.info({ lost: this.#lost }, 'traces are exported again');
    this.#lost = null;
  }
}
