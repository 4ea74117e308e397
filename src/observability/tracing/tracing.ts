/**
 * What is traced. Where tracing is off, there is null in place of this, and no OpenTelemetry package is loaded.
 * No span ever gets a key, a token, a variable, a document or a URL's query string.
 *
 * A frame is an SSE event of an upstream stream. A board holds the current rows of such a stream. A step is an
 * atomic change of a board: the leader (the one replica that reads the stream) appends it to a log in Redis,
 * from which every replica applies it.
 */
export interface Tracing {
  /** An HTTP request to a GraphQL endpoint: a part of the caller's trace, if the caller sent a `traceparent`. */
  startRequest(request: IncomingRequest): OperationSpan;
  /** An operation on a single-connection event stream, or a subscription of a router: a part of the request that sent it. */
  startOperation(request: Span | null): OperationSpan;
  /** A request to upstream: a part of `operation`, which is null if no single operation sends it. */
  startUpstreamRequest(request: OutgoingRequest, operation: Span | null): UpstreamSpan;
  /** The span of the frame or step that is being applied by `traceFrame` or `traceStep`; null otherwise. */
  readonly currentChange: ChangeSpan | null;
  /**
   * Calls `apply` and traces the frame, from now until the last subscriber has got its change; with Redis, until
   * the append of its step has ended.
   */
  traceFrame(frame: ReceivedFrame, apply: () => void): void;
  /** Calls `apply` and traces the step on this replica, from now until its last subscriber has got it. */
  traceStep<Applied>(step: ReceivedStep, apply: () => Applied): Applied;
  /** Traces the append of a step that was made from these frames, whose spans it releases when it ends. */
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
  /** Names the leader's span that appended the step; undefined if the leader does not trace. */
  readonly traceparent?: string;
  /** One for each changed row; only their number is recorded. */
  readonly changes: { readonly length: number };
}

export interface Span {
  /** The headers with which another process continues this trace: `traceparent`, and `tracestate` if there is one. */
  headers(): Readonly<Record<string, string>>;
}

export interface OperationSpan extends Span {
  /** Whether it begins a trace, rather than being a part of the caller's. */
  readonly isRoot: boolean;
  /** Marks the span as one that must not be exported. */
  discard(): void;
  /** Records the type and name of the operation, once they are known. */
  describe(type: string, name: string | null): void;
  /** Records that the operation has been executed, or could not be. */
  executed(outcome: OperationOutcome): void;
  /** Ends the span; further calls do nothing. `status` is that of the HTTP response, if there is one. */
  end(status: number | null): void;
}

export interface OperationOutcome {
  /** `extensions.code` of each error. */
  readonly errorCodes: readonly string[];
  /** Upstream requests that the operation sent. */
  readonly calls: number;
  /** Its reads that were answered from a cache or by an equal request in progress. */
  readonly cached: number;
}

export interface UpstreamSpan extends Span {
  /** `status` is null if there was no response; `error` is what made the request fail, if it did. */
  end(status: number | null, error: unknown): void;
}

/** A change on its way to subscribers. Its span ends when nobody holds it any more. */
export interface ChangeSpan extends Span {
  /** Keeps the span from ending until `release` is called, once for each `hold`. */
  hold(): void;
  release(): void;
  /** Records that a subscriber has got the change. */
  delivered(): void;
}

export interface AppendSpan extends Span {
  /** `isAccepted` is whether Redis has accepted the step. Further calls do nothing. */
  end(isAccepted: boolean): void;
}
