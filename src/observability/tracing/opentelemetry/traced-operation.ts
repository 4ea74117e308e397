import {
  type Context,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { IncomingRequest, OperationOutcome, OperationSpan, Span } from '../tracing.ts';
import { callerContext, contextOf, TracedSpan } from './trace-context.ts';

/** In characters. Callers choose the names of operations; longer ones are cut. */
const NAME_LENGTH_MAX = 100;

/** Codes of errors that are not the caller's fault. */
const FAULT = /^(INTERNAL_|UPSTREAM_)/;

/**
 * The span of an operation, by the semantic conventions of GraphQL and of HTTP servers. It has few
 * attributes, because exporting them is most of what a span costs: `url.path` would repeat the route. The
 * span is started when it is first used, so one that is discarded has never been started.
 */
export class TracedOperation extends TracedSpan implements OperationSpan {
  readonly isRoot: boolean;
  #isDiscarded = false;

  private constructor(start: () => OtelSpan, context: Context) {
    super(start);
    this.isRoot = trace.getSpan(context) === undefined;
  }

  static ofRequest(tracer: Tracer, request: IncomingRequest): TracedOperation {
    const { id, method, route, headers } = request;
    const context = callerContext(headers);
    const startTime = performance.now();
    const start = () => {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'oddsgraph.request_id': id,
      };
      const options = { kind: SpanKind.SERVER, attributes, startTime };
      return tracer.startSpan(`${method} ${route}`, options, context);
    };
    return new TracedOperation(start, context);
  }

  static ofStream(tracer: Tracer, request: Span | null): TracedOperation {
    const context = contextOf(request);
    const startTime = performance.now();
    const start = () => tracer.startSpan('GraphQL Operation', { startTime }, context);
    return new TracedOperation(start, context);
  }

  /** The span has only the type in its name, since callers can choose any number of names. */
  describe(type: string, name: string | null): void {
    this.span.updateName(type);
    this.span.setAttribute('graphql.operation.type', type);
    if (name !== null) {
      this.span.setAttribute('graphql.operation.name', name.slice(0, NAME_LENGTH_MAX));
    }
  }

  executed({ errorCodes, calls, cached }: OperationOutcome): void {
    this.span.setAttribute('oddsgraph.upstream.requests', calls);
    if (cached > 0) this.span.setAttribute('oddsgraph.upstream.shared', cached);
    const fault = errorCodes.find((code) => FAULT.test(code));
    const code = fault ?? errorCodes[0];
    if (code !== undefined) this.span.setAttribute('error.type', code);
    if (fault !== undefined) this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  discard(): void {
    this.#isDiscarded = true; // Only spans that end are exported.
  }

  end(status: number | null): void {
    if (this.#isDiscarded) return;
    if (!this.span.isRecording()) return; // It has ended, or is not sampled.
    if (status !== null) this.span.setAttribute('http.response.status_code', status);
    if (status !== null && status >= 500) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end(performance.now());
  }
}
