import type { ErrorCode } from '../errors/errors.ts';
import { metrics } from '../observability/metrics.ts';
import type { EndReason, OperationRecord } from '../resolvers/operation-record.ts';

const UPSTREAM_FAILURES: ReadonlySet<string> = new Set<ErrorCode>([
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID_RESPONSE',
]);

/** How an operation ended. */
interface OperationEnd {
  /** The HTTP status of the request that brought it. */
  readonly status: number;
  /** Why a subscription that was open has ended. */
  readonly reason?: EndReason;
  /** Whether the client left before it had the whole response. */
  readonly isAborted?: boolean;
}

/**
 * Counts every operation once, and writes its line to the log when it has ended: a line for each operation of
 * an authenticated caller, and a bounded number for all other callers, who can send any number of operations.
 */
export class OperationLog {
  readonly #slowMs: number;

  /** Operations that take `slowMs` or longer get a line that says what they waited for. */
  constructor(slowMs: number) {
    this.#slowMs = slowMs;
  }

  /** Counts an operation once: a subscription when it is open, since it may stay open for an hour. */
  count(record: OperationRecord): void {
    if (record.isCounted) return;
    record.isCounted = true;
    record.answered(); // Notes the time of the answer, unless it is known already.
    const { transport, calls, durationMs } = record;
    const labels = labelsOf(record);
    metrics.operations_total.inc({ ...labels, transport });
    metrics.operation_duration_seconds.observe(labels, durationMs / 1000);
    if (calls > 0) metrics.operation_upstream_requests_total.inc(labels, calls);
  }

  /** An operation is over. Calling it again does nothing. */
  end(record: OperationRecord, end: OperationEnd): void {
    if (record.hasEnded) return;
    record.hasEnded = true;
    this.count(record);
    if (end.reason !== undefined) metrics.subscriptions_ended_total.inc({ reason: end.reason });
    if (end.isAborted) metrics.operations_aborted_total.inc(labelsOf(record));
    countFailure(record);
    const fields = fieldsOf(record, end);
    if (record.isAuthenticated) record.log.unthrottled('info', fields, 'operation');
    else record.log.info(fields, 'operation');
    logFailure(record);
    if (record.durationMs >= this.#slowMs) logSlow(record);
  }
}

/** Counts an upstream request of a subscription when it is sent. */
export function countSubscriptionRequest(record: OperationRecord): void {
  metrics.operation_upstream_requests_total.inc(labelsOf(record));
}

function countFailure(record: OperationRecord): void {
  const [code] = record.errorCodes.keys();
  if (code !== undefined) metrics.operation_failures_total.inc({ ...labelsOf(record), code });
}

function labelsOf({ title }: OperationRecord) {
  return { operation: title.label, type: title.type };
}

function fieldsOf(record: OperationRecord, { status, reason, isAborted }: OperationEnd): object {
  const { title, transport, errorCodes, upstream, calls, isCached, events } = record;
  return {
    operation: title.name,
    type: title.type,
    transport,
    tier: record.source.tier(),
    status,
    ms: rounded(record.durationMs),
    upstreamRequests: calls,
    ...(isCached && { cached: true }),
    ...(isAborted && { aborted: true }),
    ...(errorCodes.size > 0 && { codes: Object.fromEntries(errorCodes) }),
    ...(upstream !== null && { upstream }),
    ...(reason !== undefined && { events, openMs: rounded(record.ageMs), ended: reason }),
  };
}

/**
 * Logs a failure that an operator may have to mend: as an error if it is a defect of this server, as a
 * warning if upstream failed. Credentials that are missing, refused by this server or unknown upstream are only counted.
 */
function logFailure({ log, title, errorCodes, upstream, source }: OperationRecord): void {
  const codes = [...errorCodes.keys()];
  if (codes.length === 0) return;
  const fields = {
    operation: title.name,
    tier: source.tier(),
    codes: Object.fromEntries(errorCodes),
    ...(upstream !== null && { upstream }),
  };
  if (codes.every((code) => code === 'UNAUTHENTICATED')) {
    const reason = source.hasCredential ? 'refused' : 'missing';
    log.count(upstream === null ? reason : 'unknown', 'credentials refused');
  } else if (errorCodes.has('INTERNAL_SERVER_ERROR')) log.error(fields, 'operation failed');
  else if (codes.some((code) => UPSTREAM_FAILURES.has(code)))
    log.warn(fields, 'operation failed upstream');
}

function logSlow(record: OperationRecord): void {
  const { title, estimate, receivingMs, upstreamMs, admissionMs, loopBusyMs, durationMs } = record;
  const fields = {
    operation: title.name,
    type: title.type,
    tier: record.source.tier(),
    ms: rounded(durationMs),
    estimate,
    receivingMs: rounded(receivingMs),
    admissionMs: rounded(admissionMs),
    upstreamMs: rounded(upstreamMs),
    loopBusyMs: rounded(loopBusyMs),
  };
  if (record.isAuthenticated) record.log.unthrottled('warn', fields, 'slow operation');
  else record.log.warn(fields, 'slow operation');
}

/** Milliseconds with one decimal. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
