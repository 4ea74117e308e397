import { ANONYMOUS, type Identity } from '../../access/identity.ts';
import { shownErrors } from '../../execution/format-error.ts';
import { refused, type ShownError } from '../../execution/outcome.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import type { Log } from '../../observability/log.ts';
import type { OperationSpan } from '../../observability/tracing/tracing.ts';
import { OperationContext, type Services } from '../../resolvers/context.ts';
import { OperationRecord, type TransportName } from '../../resolvers/operation-record.ts';
import { HttpError } from '../response/http-error.ts';

/** One abort reason for all requests, since creating an error for each is expensive. */
const CLOSED = new Error('The response is closed.');

/** One request, from its arrival to its response: each step adds what the next ones read. */
export class GraphRequest {
  readonly id: string;
  /** When its headers had been read, in milliseconds of the monotonic clock. */
  readonly arrivedAt: number;
  /** Who sent it; anonymous until it is authenticated. */
  identity: Identity;
  /** The OpenTelemetry span of the request; null if it is not traced. */
  span: OperationSpan | null = null;
  /** The context of the operation in it; null if it has none, or as long as it has none. */
  context: OperationContext | null = null;
  /** What the operation has come to; null until it has been answered. */
  outcome: Outcome | null = null;
  /** The listener of its response's `close`, for who has to remove it. */
  onClose: () => void = () => {};
  #isClosed = false;
  #closing: AbortController | null = null;

  constructor(id: string, arrivedAt: number, identity: Identity = ANONYMOUS) {
    this.id = id;
    this.arrivedAt = arrivedAt;
    this.identity = identity;
  }

  /** Aborts when the response has been sent or the client has disconnected. */
  get closedSignal(): AbortSignal {
    this.#closing ??= new AbortController();
    if (this.#isClosed) this.#closing.abort(CLOSED);
    return this.#closing.signal;
  }

  /** The response has been sent, or the client has disconnected. */
  closed(): void {
    this.#isClosed = true;
    this.#closing?.abort(CLOSED);
  }

  /** Lets go of the operation, whose results a stream sends from now on: that may last for an hour. */
  handOver(): void {
    this.context = null;
    this.outcome = null;
    this.#closing = null;
  }

  /** The context of the operation. Throws if the request has none. */
  requireContext(): OperationContext {
    if (this.context === null) throw new Error('This request has no operation.');
    return this.context;
  }

  /** Sets the outcome of an operation that is not executed. */
  refuse(errors: readonly ShownError[], status?: number): Outcome {
    this.outcome = refused(this.requireContext(), errors, status);
    return this.outcome;
  }

  /** Sets the outcome of an operation for which something was thrown. */
  fail(error: unknown, status?: number): Outcome {
    return error instanceof HttpError
      ? this.refuse(error.errors, error.status)
      : this.refuse(shownErrors(error, this.requireContext()), status);
  }

  /** What the log and the metrics will say about the operation in it; null if it has none. */
  get record(): OperationRecord | null {
    return this.context?.record ?? null;
  }

  /** A log whose lines name the request, and its account and viewer, if known. */
  logTo(log: Log): Log {
    return logOf(log, this.id, this.identity);
  }
}

/** Begins the operation in a request: creates its record and the context that resolvers get. */
export function beginOperation(
  graph: GraphRequest,
  transport: TransportName,
  services: Services,
  log: Log,
): OperationContext {
  // The record keeps the functions below. They must not use `graph`: subscriptions would keep it in memory.
  const { id: requestId, identity, arrivedAt, span } = graph;
  const { clock, tiers, upstream } = services;
  const { viewer, credential, refusal } = identity;
  const isAuthenticated = () => viewer !== null || upstream.keys.isAccepted(credential);
  const tier = () =>
    viewer?.tier ?? (credential && isAuthenticated() ? tiers.lastKnown(credential) : null);
  const source = {
    requestId,
    transport,
    tier,
    hasCredential: credential !== null || refusal !== null,
    isAuthenticated,
    log: () => logOf(log, requestId, identity),
  };
  const record = new OperationRecord(clock, source, arrivedAt);
  const context = new OperationContext(services, identity, record, undefined, span);
  record.trackUsage(context.usage); // For the upstream requests in its log line.
  graph.context = context;
  return context;
}

function logOf(log: Log, requestId: string, { credential, viewer }: Identity): Log {
  return log.child({
    requestId,
    ...(credential !== null && { account: credential.fingerprint }),
    ...(viewer !== null && { viewer: viewer.id.slice(0, 8) }),
  });
}
