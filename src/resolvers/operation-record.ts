import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Log } from '../observability/log.ts';
import type { Clock } from '../scheduling/clock.ts';
import { Stopwatch } from '../scheduling/stopwatch.ts';
import { Usage } from '../upstream/request-usage.ts';

/** How an operation reached this server. */
export const TRANSPORT_NAMES = [
  'graphql', // At `/graphql`.
  'stream', // At `/graphql/stream`, as one of many on an event stream.
  'subgraph', // At `/subgraph`, from a router.
  'callback', // At `/subgraph`, as a subscription whose events are sent to the router's callback URL.
  'mcp', // At `/mcp`, as a tool that an agent called.
] as const;
export type TransportName = (typeof TRANSPORT_NAMES)[number];

/**
 * Why a subscription has ended: the client left, an error, the connection's maximum age, a client that reads too
 * slowly, this server's shutdown, Redis out of reach, or a router that did not accept a message.
 */
export type EndReason = 'client' | 'error' | 'age' | 'blocked' | 'draining' | 'redis' | 'router';

/** What an operation's document says about it. */
export interface OperationTitle {
  readonly type: 'query' | 'mutation' | 'subscription' | 'unknown';
  /** For the log; null if it has none. */
  readonly name: string | null;
  /** The name in metrics; `OTHER` for documents that the operator has not published: the names must not be endless. */
  readonly label: string;
}

/** The label of operations that have no name, or whose documents the operator has not published. */
export const OTHER = 'other';

/** The title of an operation that was refused before its document was read. */
const UNTITLED: OperationTitle = { type: 'unknown', name: null, label: OTHER };

/** What was estimated before an operation was admitted. */
interface Estimate {
  /** Objects and fields in the response. */
  readonly values: number;
  readonly upstreamRequests: number;
}

/** Shared, since few operations fail. */
const NO_ERRORS: ReadonlyMap<string, number> = new Map();

/** Who sent an operation. The functions read what may not be known yet when it starts. */
interface OperationSource {
  readonly requestId: string;
  readonly transport: TransportName;
  /** A log whose lines name the request and its caller. */
  readonly log: () => Log;
  readonly tier: () => string | null;
  /** Whether it came with a credential, valid or not. */
  readonly hasCredential: boolean;
  /** Whether the caller has shown a valid credential. */
  readonly isAuthenticated: () => boolean;
}

/** The part of an error that is kept. Its message is not: it may quote the caller's input. */
interface Failure {
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What happens to one operation, noted wherever it is known, for the log and the metrics. */
export class OperationRecord {
  readonly source: OperationSource;
  /** As the source says, or `callback` once it is known to be such a subscription. */
  transport: TransportName;
  title: OperationTitle = UNTITLED;
  estimate: Estimate | null = null;
  /** Whether the answer came from the response cache. */
  isCached = false;
  /** Whether the operation goes on after its HTTP request has ended: a subscription, or an operation on a stream. */
  outlivesRequest = false;
  /** Whether it is counted in the metrics. */
  isCounted = false;
  /** Whether the log has a line about its end. */
  hasEnded = false;
  /** Events that the subscription's transport was handed. */
  events = 0;
  /** Its waits to be admitted. */
  readonly admission = new Stopwatch();
  /** From the request's arrival until its body was read. */
  receivingMs = 0;
  /** The upstream response behind the first error that has one: its status, code and request id. */
  upstream: unknown = null;
  /** The number of errors of each code, in the order of the errors. */
  errorCodes: ReadonlyMap<string, number> = NO_ERRORS;
  /** How long the event loop was busy before the answer, with this operation and with others. */
  loopBusyMs = 0;
  readonly #clock: Clock;
  readonly #startedAt: number;
  /** Null once it is answered. */
  #loopAtStart: EventLoopUtilization | null = performance.eventLoopUtilization();
  #log: Log | null = null;
  #answeredAt: number | null = null;
  #wasAuthenticated = false;
  /** Null until the operation is answered. */
  #upstreamMs: number | null = null;
  #usage = new Usage();
  /** Upstream requests before `trackUsage` was last called. */
  #callsBefore = 0;

  /** `startedAt` is when its request arrived, on the monotonic clock. */
  constructor(clock: Clock, source: OperationSource, startedAt: number) {
    this.source = source;
    this.transport = source.transport;
    this.#clock = clock;
    this.#startedAt = startedAt;
  }

  get log(): Log {
    this.#log ??= this.source.log();
    return this.#log;
  }

  /** Upstream requests so far. */
  get calls(): number {
    return this.#callsBefore + this.#usage.calls;
  }

  /** How long the operation waited for upstream before it was answered. */
  get upstreamMs(): number {
    return this.#upstreamMs ?? this.#usage.waiting.ms(this.#clock);
  }

  /** How long it has waited to be admitted. */
  get admissionMs(): number {
    return this.admission.ms(this.#clock);
  }

  /** From the request until the answer was complete; of a subscription, until it was open. */
  get durationMs(): number {
    return (this.#answeredAt ?? this.#clock.monotonic()) - this.#startedAt;
  }

  /** Whether its caller had a valid credential when it was answered, or has one now. */
  get isAuthenticated(): boolean {
    return this.#wasAuthenticated || this.source.isAuthenticated();
  }

  /** Since the request arrived. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.#startedAt;
  }

  /** Reads upstream requests from `usage` from now on, and adds them to those counted before. */
  trackUsage(usage: Usage): void {
    this.#callsBefore = this.calls;
    this.#usage = usage;
  }

  /** The request has been read, and its caller is identified. */
  received(): void {
    this.receivingMs = this.ageMs;
  }

  /** Notes the errors of its answer. */
  addErrors(errors: readonly Failure[]): void {
    const codes = new Map(this.errorCodes);
    for (const { extensions } of errors) {
      const code = String(extensions?.['code']);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      this.upstream ??= extensions?.['upstream'] ?? null;
    }
    this.errorCodes = codes;
  }

  /** The operation equals an earlier one, so it was answered from the cache without being parsed. */
  answeredFromCache(title: OperationTitle): void {
    this.title = title;
    this.isCached = true;
    this.received();
    this.answered();
  }

  /** The answer is complete, or the subscription is open. */
  answered(): void {
    if (this.#answeredAt !== null) return;
    this.#answeredAt = this.#clock.monotonic();
    this.#upstreamMs = this.upstreamMs;
    this.#wasAuthenticated = this.source.isAuthenticated();
    this.loopBusyMs = performance.eventLoopUtilization(this.#loopAtStart ?? undefined).active;
    this.#loopAtStart = null;
  }
}
