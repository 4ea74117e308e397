import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';
import { openTracing } from '../../src/observability/tracing/opentelemetry/open-tracing.ts';
import type { Tracing } from '../../src/observability/tracing/tracing.ts';
import type { TracingConfig } from '../../src/observability/tracing/tracing-config.ts';
import { type HttpServer, openHttpServer } from '../harness/node/http-server.ts';
import { SILENT_LOG } from '../harness/silent-log.ts';
import { until } from '../harness/until.ts';

/** The part of OTLP 1.x that a receiver of traces needs. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; Status status = 15;
  }
  message Status { int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; }
  }
`);
const Request = root.lookupType('Request');

type Attributes = Readonly<Record<string, unknown>>;

export interface ReceivedSpan {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first span of a trace. */
  readonly parentId: string | null;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly isError: boolean;
  /** Nanoseconds. */
  readonly start: bigint;
  readonly end: bigint;
}

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** A collector of OpenTelemetry traces: OTLP over HTTP, in protobuf. */
export class OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[] = [];
  /** All bodies so far, as they came. */
  readonly bodies: Buffer[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** How it answers; null for never. */
  status: number | null = 200;
  readonly #server: HttpServer;

  private constructor(server: HttpServer) {
    this.#server = server;
    this.url = server.url;
    server.on('request', async (request, response) => {
      const body = await buffer(request);
      this.bodies.push(body);
      this.headers.push(request.headers);
      if (request.url !== '/v1/traces') response.writeHead(404).end();
      else if (this.status !== null) {
        if (this.status === 200) this.spans.push(...spansOf(body));
        response.writeHead(this.status).end();
      }
    });
  }

  static async open(): Promise<OtlpReceiver> {
    return new OtlpReceiver(await openHttpServer());
  }

  /** Starts tracing to this receiver in this process. Spans come at once. */
  trace(config: Partial<TracingConfig> = {}): Tracing {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: this.url, OTEL_BSP_SCHEDULE_DELAY: '1' };
    Object.assign(process.env, variables);
    try {
      return openTracing(
        { sampler: 'parentbased_always_on', samplerRatio: 1, ...config },
        SILENT_LOG,
      );
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
    }
  }

  /** Resolves with the first `count` spans of a name, once they are here. */
  async got(name: string, count = 1): Promise<[ReceivedSpan, ...ReceivedSpan[]]> {
    await until(() => this.named(name).length >= count);
    return this.named(name) as [ReceivedSpan, ...ReceivedSpan[]];
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  childrenOf({ spanId }: ReceivedSpan): ReceivedSpan[] {
    return this.spans.filter(({ parentId }) => parentId === spanId);
  }

  /** Everything that was received, readable where it is text. */
  get text(): string {
    return Buffer.concat(this.bodies).toString('latin1');
  }

  /** Forgets what it has received. */
  reset(): void {
    this.spans.length = 0;
    this.bodies.length = 0;
    this.headers.length = 0;
  }

  close(): Promise<void> {
    return this.#server.stop();
  }
}

/** Whether a span lasts only while another does. The SDK rounds when spans start to milliseconds. */
export function isWithin(inner: ReceivedSpan, outer: ReceivedSpan): boolean {
  const rounding = 1_000_000n;
  return inner.start + rounding >= outer.start && inner.end <= outer.end + rounding;
}

function spansOf(body: Buffer): ReceivedSpan[] {
  const request = Request.toObject(Request.decode(body), { longs: BigInt, defaults: true });
  // biome-ignore lint/suspicious/noExplicitAny: Its type is the message definition above.
  const { resourceSpans } = request as any;
  const spans: ReceivedSpan[] = [];
  for (const { resource, scopeSpans } of resourceSpans) {
    for (const scope of scopeSpans) {
      for (const span of scope.spans) spans.push(spanOf(span, attributesOf(resource.attributes)));
    }
  }
  return spans;
}

// biome-ignore lint/suspicious/noExplicitAny: Its type is the message definition above.
function spanOf(span: any, resource: Attributes): ReceivedSpan {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return {
    name: span.name,
    kind: KINDS[span.kind] ?? 'internal',
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentId: hex(span.parentSpanId) || null,
    attributes: attributesOf(span.attributes),
    resource,
    isError: span.status?.code === 2,
    start: BigInt(span.startTimeUnixNano),
    end: BigInt(span.endTimeUnixNano),
  };
}

function attributesOf(
  pairs: readonly { readonly key: string; readonly value: Attributes }[],
): Attributes {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value['stringValue'] ??
        value['boolValue'] ??
        Number(value['intValue'] ?? value['doubleValue']),
    ]),
  );
}
