import type { ErrorCode } from '../errors.ts';
import type { Log } from '../log.ts';

/** What is read of an error: never its message, which may repeat what the caller sent. */
interface Failure {
  readonly extensions?: Readonly<Record<string, unknown>>;
}

const UPSTREAM: ReadonlySet<unknown> = new Set<ErrorCode>([
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_INVALID_RESPONSE',
]);

const NAME_LENGTH_MAX = 100;

/**
 * Logs that an operation failed, wholly or in part: a defect of this server as an error, a failure
 * of upstream as a warning, what was wrong with the operation for information. Operations that were
 * refused for want of a key that upstream knows are only counted: anybody can send any number.
 */
export function logFailedOperation(
  log: Log,
  operationName: string | null,
  errors: readonly Failure[],
): void {
  const codes = countCodes(errors);
  const names = Object.keys(codes);
  if (names.every((code) => code === 'UNAUTHENTICATED')) {
    log.count(upstreamCauseOf(errors) === undefined ? 'missing' : 'unknown', 'API keys refused');
    return;
  }
  const upstream = upstreamCauseOf(errors);
  const operation = operationName?.slice(0, NAME_LENGTH_MAX) ?? null;
  const fields = { operation, codes, ...(upstream !== undefined && { upstream }) };
  if (names.includes('INTERNAL_SERVER_ERROR')) log.error(fields, 'operation failed here');
  else if (names.some((code) => UPSTREAM.has(code))) log.warn(fields, 'operation failed upstream');
  else log.info(fields, 'operation refused');
}

/** How many errors there are of each code. */
function countCodes(errors: readonly Failure[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { extensions } of errors) {
    const code = String(extensions?.['code']);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Upstream's answer behind the first error that has one: its status, code and request id. */
function upstreamCauseOf(errors: readonly Failure[]): unknown {
  return errors.find(({ extensions }) => extensions?.['upstream'] !== undefined)?.extensions?.[
    'upstream'
  ];
}
