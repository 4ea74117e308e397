import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer,
} from '@opentelemetry/api';
import type { ChangeSpan, ReceivedFrame, ReceivedStep } from '../tracing.ts';
import { callerContext, TracedSpan } from './trace-context.ts';

/** How many spans may be open at a time. Further changes are not traced, so that stalled ones don't fill the memory. */
const OPEN_MAX = 1_000;

/** Traces changes of live boards, from upstream to the last subscriber. */
export class ChangeTraces {
  readonly #tracer: Tracer;
  #open = 0;
  #current: TracedChange | null = null;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  get current(): ChangeSpan | null {
    return this.#current;
  }

  traceFrame({ channel, kind }: ReceivedFrame, apply: () => void): void {
    const attributes = { 'oddsgraph.live.channel': channel, 'oddsgraph.live.frame': kind };
    this.#trace('live frame', attributes, ROOT_CONTEXT, apply);
  }

  traceStep<Applied>({ traceparent, changes }: ReceivedStep, apply: () => Applied): Applied {
    const context = callerContext({ traceparent });
    return this.#trace('relay step', { 'oddsgraph.relay.rows': changes.length }, context, apply);
  }

  #trace<Applied>(
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    context: Context,
    apply: () => Applied,
  ): Applied {
    const outer = this.#current;
    this.#current = this.#start(name, attributes, context);
    try {
      return apply();
    } finally {
      this.#current?.release();
      this.#current = outer;
    }
  }

  #start(
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    context: Context,
  ): TracedChange | null {
    if (this.#open >= OPEN_MAX) return null;
    this.#open += 1;
    const options = { kind: SpanKind.CONSUMER, attributes };
    const span = this.#tracer.startSpan(name, options, context);
    return new TracedChange(span, () => {
      this.#open -= 1;
    });
  }
}

/** A change's span. It ends at the last delivery to a subscriber, or once it is known that there is none. */
class TracedChange extends TracedSpan implements ChangeSpan {
  readonly #onEnd: () => void;
  /** How many holders keep the span open; at first, only the code that applies the change. */
  #holds = 1;
  #hasEnded = false;
  #deliveries = 0;
  #deliveredAt: number | undefined;

  constructor(span: OtelSpan, onEnd: () => void) {
    super(span);
    this.#onEnd = onEnd;
  }

  hold(): void {
    this.#holds += 1;
  }

  release(): void {
    this.#holds -= 1;
    if (this.#holds > 0 || this.#hasEnded) return;
    this.#hasEnded = true;
    this.span.setAttribute('oddsgraph.live.subscribers', this.#deliveries);
    this.span.end(this.#deliveredAt);
    this.#onEnd();
  }

  delivered(): void {
    if (this.#hasEnded) return;
    this.#deliveries += 1;
    this.#deliveredAt = performance.now();
  }
}
