import { type Link, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { AppendSpan, ChangeSpan } from '../tracing.ts';
import { contextOf, TracedSpan } from './trace-context.ts';

/**
 * The span of appending a step to the log in Redis. It is a child of the span of the first frame in the step, and is
 * linked to the spans of the other frames.
 */
export class TracedAppend extends TracedSpan implements AppendSpan {
  #frames: readonly ChangeSpan[] = [];

  static start(tracer: Tracer, rows: number, frames: readonly ChangeSpan[]): TracedAppend {
    const [first = null, ...others] = frames;
    const links = others.flatMap((frame): Link[] =>
      frame instanceof TracedSpan ? [{ context: frame.span.spanContext() }] : [],
    );
    const attributes = { 'db.system.name': 'redis', 'oddsgraph.relay.rows': rows };
    const options = { kind: SpanKind.PRODUCER, attributes, links };
    const append = new TracedAppend(tracer.startSpan('relay append', options, contextOf(first)));
    append.#frames = frames;
    return append;
  }

  end(isAccepted: boolean): void {
    if (!isAccepted) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
    for (const frame of this.#frames) frame.release(); // Whoever recorded them called `hold`.
    this.#frames = [];
  }
}
