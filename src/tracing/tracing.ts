/**
 * What is traced, and where. Code that does not trace has null in place of this: nothing of OpenTelemetry is
 * loaded then. No span ever gets a key, a token, a variable, a document or a URL's query string.
 */
export interface Tracing {
  /** An HTTP request to a GraphQL endpoint: a part of the caller's trace, if that sent a `traceparent`. */
  startRequest(request: IncomingRequest): OperationSpan;
  /** An operation on a single-connection event stream: a part of the request that sent it. */
  startOperation(request: Span | null): OperationSpan;
  /** A request to upstream: a part of the operation that needs it, if it is for one alone. */
  startUpstreamRequest(request: OutgoingRequest, operation: Span | null): UpstreamSpan;
  /** The change that is being applied to a board, by `traceFrame` or `traceStep`. */
  readonly currentChange: ChangeSpan | null;
  /** Traces a frame of an upstream stream, from now until its last subscriber has got it. */
  traceFrame(frame: ReceivedFrame, apply: () => void): void;
  /** Traces a step of the relay on this replica, from now until its last subscriber has got it. */
  traceStep<Applied>(step: ReceivedStep, apply: () => Applied): Applied;
  /** A step with the changes of these frames is being appended. They last until the span ends. */
  startAppend(rows: number, frames: readonly ChangeSpan[]): AppendSpan;
  /** Exports the spans that have ended, in a bounded time. */
  stop(): Promise<void>;
}

export interface IncomingRequest {
  readonly id: string;
  readonly method: string;
  readonly route: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface OutgoingRequest {
  readonly method: string;
  /** The service, without `/api/v1`. */
  readonly baseUrl: URL;
  /** The route, with the names of its parameters in place of their values. */
  readonly route: string;
}

export interface ReceivedFrame {
  readonly channel: string;
  readonly kind: string;
}

export interface ReceivedStep {
  /** The span that appended the step; undefined if its leader does not trace. */
  readonly traceparent?: string;
  readonly changes: { readonly length: number };
}

export interface Span {
  /** The headers with which another process continues this trace: `traceparent`, and `tracestate` if there is one. */
  headers(): Readonly<Record<string, string>>;
}

export interface OperationSpan extends Span {
  /** Whether it begins a trace, rather than being a part of the caller's. */
  readonly isRoot: boolean;
  /** It will not be exported. */
  discard(): void;
  /** The type and name of the operation, once they are known. */
  describe(type: string, name: string | null): void;
  /** The operation has been executed, or could not be. */
  executed(outcome: OperationOutcome): void;
  /** Ends the span, the first time. `status` is that of the HTTP response, if there is one. */
  end(status: number | null): void;
}

export interface OperationOutcome {
  /** `extensions.code` of each error. */
  readonly errorCodes: readonly string[];
  /** Upstream requests that it sent, and those that it shared. */
  readonly calls: number;
  readonly cached: number;
}

export interface UpstreamSpan extends Span {
  /** `status` is null if there was no response; `error` is what made the request fail, if it did. */
  end(status: number | null, error: unknown): void;
}

/** A change on its way to subscribers. Its span ends when nobody holds it any more. */
export interface ChangeSpan extends Span {
  hold(): void;
  release(): void;
  /** A subscriber has got it. */
  delivered(): void;
}

export interface AppendSpan extends Span {
  /** `isAccepted`: whether Redis has accepted the step. */
  end(isAccepted: boolean): void;
}
