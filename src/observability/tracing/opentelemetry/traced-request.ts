import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { API_PREFIX } from '../../../contract/wire.ts';
import { OddsgraphError } from '../../../errors/errors.ts';
import type { OutgoingRequest, Span, UpstreamSpan } from '../tracing.ts';
import { contextOf, TracedSpan } from './trace-context.ts';

/**
 * The span of a request to upstream, by the semantic conventions of HTTP clients. Its URL has the names of
 * parameters in place of their values, and no query string: both may come from a caller's variables.
 */
export class TracedRequest extends TracedSpan implements UpstreamSpan {
  static start(
    tracer: Tracer,
    { method, baseUrl, route }: OutgoingRequest,
    operation: Span | null,
  ): TracedRequest {
    const template = baseUrl.pathname.replace(/\/$/, '') + API_PREFIX + route;
    const attributes = {
      'http.request.method': method,
      'url.template': template,
      'url.full': baseUrl.origin + template,
      'server.address': baseUrl.hostname,
      'server.port': Number(baseUrl.port) || (baseUrl.protocol === 'https:' ? 443 : 80),
    };
    const options = { kind: SpanKind.CLIENT, attributes };
    return new TracedRequest(
      tracer.startSpan(`${method} ${template}`, options, contextOf(operation)),
    );
  }

  end(status: number | null, error: unknown): void {
    if (status !== null) this.span.setAttribute('http.response.status_code', status);
    const failure = status !== null && status >= 400 ? String(status) : errorType(error);
    if (failure !== null) {
      this.span.setAttribute('error.type', failure);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}

function errorType(error: unknown): string | null {
  if (error === null) return null;
  if (error instanceof OddsgraphError) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
