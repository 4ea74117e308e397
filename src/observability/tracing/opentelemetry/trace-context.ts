import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Span } from '../tracing.ts';

const W3C = new W3CTraceContextPropagator();

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The trace that a caller's headers continue; a new one if they name none. */
export function callerContext(headers: Headers): Context {
  if (headers['traceparent'] === undefined) return ROOT_CONTEXT;
  return W3C.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
}

/** A span of this process. Others can be its children, and its headers continue its trace in another process. */
export class TracedSpan implements Span {
  #span: OtelSpan | (() => OtelSpan);

  /** If `span` is a function, it is called to start the span when the span is first used. */
  constructor(span: OtelSpan | (() => OtelSpan)) {
    this.#span = span;
  }

  get span(): OtelSpan {
    if (typeof this.#span === 'function') this.#span = this.#span();
    return this.#span;
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    W3C.inject(trace.setSpan(ROOT_CONTEXT, this.span), headers, defaultTextMapSetter);
    return headers;
  }
}

/** The context in which a span's children start; that of a new trace if there is no span. */
export function contextOf(parent: Span | null): Context {
  return parent instanceof TracedSpan ? trace.setSpan(ROOT_CONTEXT, parent.span) : ROOT_CONTEXT;
}
