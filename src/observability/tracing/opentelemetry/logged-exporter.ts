import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../log.ts';

/**
 * Logs once when an exporter begins to fail, and once when it works again. The SDK itself reports each batch, to a
 * logger that is off by default.
 */
export class LoggedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Pick<Log, 'info' | 'warn'>;
  /** Spans of failed exports since it began to fail; null while it works. */
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
