import type { ErrorCode } from '../errors.ts';
import type { Log } from '../log.ts';

/** The part of an error that is logged. Its message is not: it may quote the caller's input. */
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
 * Logs that an operation failed, completely or in part: as an error for a defect of this server, as a
 * warning if upstream failed, otherwise as information. Operations without a key that upstream accepts
 * are only counted, since anybody can send any number of them.
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
  if (names.includes('INTERNAL_SERVER_ERROR')) log.error(fields, 'operation failed');
  else if (names.some((code) => UPSTREAM.has(code))) log.warn(fields, 'operation failed upstream');
  else log.info(fields, 'operation refused');
}

/** The number of errors of each code. */
function countCodes(errors: readonly Failure[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { extensions } of errors) {
    const code = String(extensions?.['code']);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** The upstream response behind the first error that has one: its status, code and request id. */
function upstreamCauseOf(errors: readonly Failure[]): unknown {
  return errors.find(({ extensions }) => extensions?.['upstream'] !== undefined)?.extensions?.[
    'upstream'
  ];
}
