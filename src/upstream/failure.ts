import { Compile } from 'typebox/compile';
import type { Credential } from '../access/credential.ts';
import { ErrorEnvelope, HEADERS } from '../contract/wire.ts';
import { keyRefused, OddsgraphError, type UpstreamCause } from '../errors/errors.ts';
import { type HeaderReader, retryAfter } from './retry-after.ts';

const isErrorEnvelope = Compile(ErrorEnvelope);

/** 4xx statuses that are about timing or routing, so that the request may be repeated. */
const NOT_ABOUT_ARGUMENTS: ReadonlySet<number> = new Set([408, 421, 425]);

/** What upstream's error codes and request ids look like. Other text of a refusal is not passed on. */
const PUBLIC_TEXT = /^[\w.:=+/@-]{1,128}$/;

interface ResponseHead {
  readonly status: number;
  readonly header: HeaderReader;
  /** The key that the request had. No error repeats it, even if the response does. */
  readonly credential: Credential;
}

/** A response from upstream with a status other than 2xx. */
export interface Refusal extends ResponseHead {
  readonly body: string;
  /** See `Call`. */
  readonly mayBeNotFound: boolean;
}

/** Upstream refused a request. */
export class RefusedError extends OddsgraphError {
  readonly status: number;
  readonly upstream: UpstreamCause;
  /** Milliseconds to wait before a retry, up to two minutes; null if upstream does not say. */
  readonly retryAfterMs: number | null;
  /** Whether the response has the contract's error format. Otherwise a proxy may have sent it. */
  readonly isContractError: boolean;

  constructor(
    error: OddsgraphError,
    upstream: UpstreamCause,
    retryAfterMs: number | null,
    isContractError: boolean,
  ) {
    super(error.code, error.message, error.extensions);
    this.status = upstream.status;
    this.upstream = upstream;
    this.retryAfterMs = retryAfterMs;
    this.isContractError = isContractError;
  }
}

/** Maps a refusal to the error that a client of the graph gets. `now` is in ms since the Unix epoch. */
export function refusalError(refusal: Refusal, now: number): RefusedError {
  const code = wireCode(refusal.body);
  const upstream = causeOf(refusal, code);
  // A 429 for too many streams also says when the budget of requests is reset, but that does not help a stream.
  const isBudgetUsedUp = refusal.status === 429 && code !== 'stream_limit_exceeded';
  const retryAfterMs = retryAfter(refusal.header, isBudgetUsedUp, now);
  const isRouteUnknown = refusal.status === 404 && !refusal.mayBeNotFound;
  const error = isRouteUnknown ? unknownRoute(upstream) : graphError(upstream, code, retryAfterMs);
  return new RefusedError(error, upstream, retryAfterMs, code !== null);
}

/** What clients are told of a response. */
function causeOf({ status, header, credential }: ResponseHead, code: string | null): UpstreamCause {
  const requestId = publicText(header(HEADERS.requestId), credential);
  return { status, code: publicText(code, credential), requestId };
}

/** Adds to the error of an invalid response its status and request id. Any other error is returned as it is. */
export function readingError(error: unknown, response: ResponseHead): unknown {
  if (!(error instanceof OddsgraphError) || error.code !== 'UPSTREAM_INVALID_RESPONSE')
    return error;
  return new OddsgraphError(error.code, error.message, { upstream: causeOf(response, null) });
}

/** `wireCode` is upstream's own, which `upstream` has only if it may be shown; null outside the contract's error format. */
function graphError(
  upstream: UpstreamCause,
  wireCode: string | null,
  retryAfterMs: number | null,
): OddsgraphError {
  const fail = (
    code: OddsgraphError['code'],
    message: string,
    details: Record<string, unknown> = {},
  ) => new OddsgraphError(code, message, { ...details, upstream });
  const { status } = upstream;
  const isAboutRequest =
    status >= 400 && status < 500 && status !== 429 && !NOT_ABOUT_ARGUMENTS.has(status);
  if (isAboutRequest && wireCode === null) {
    // A proxy may have sent it: it says nothing about the key, the account or an argument.
    return invalidResponse("is not in the contract's error format", upstream);
  }
  if (status === 401) return keyRefused(upstream);
  if (status === 403) {
    return wireCode === 'tier_restricted'
      ? fail('TIER_RESTRICTED', 'The subscription tier does not allow this.')
      : fail('FEATURE_NOT_AVAILABLE', 'The account does not have this feature.');
  }
  if (status === 404) return fail('NOT_FOUND', 'The odds service has nothing with this id.');
  if (status === 429) {
    return wireCode === 'stream_limit_exceeded'
      ? fail('STREAM_LIMIT_EXCEEDED', 'The account has too many streams open.')
      : fail('RATE_LIMITED', 'The request budget of this account is used up.', {
          retryAfterSeconds: retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000),
        });
  }
  return isAboutRequest
    ? fail('BAD_USER_INPUT', 'The odds service refused an argument.')
    : fail('UPSTREAM_UNAVAILABLE', 'The odds service failed.');
}

/** Why upstream fails, as far as we can tell. Only for the log. */
export interface Failure {
  /** `refused` is said of a connection, `status` of a request that upstream refused. */
  readonly reason:
    | 'dns'
    | 'tls'
    | 'refused'
    | 'reset'
    | 'timeout'
    | 'unreachable'
    | 'protocol'
    | 'status'
    | 'other';
  /** The error code of the system, of TLS or of the HTTP client. */
  readonly code?: string;
  /** The HTTP status of upstream's response. */
  readonly status?: number;
  /** The error itself, if it has no code: it is likely to be a bug of this program. */
  readonly err?: unknown;
}

/** Upstream did not respond. The message, which clients get, does not say why. */
class UnavailableError extends OddsgraphError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('UPSTREAM_UNAVAILABLE', 'The odds service cannot be reached.');
    this.failure = failure;
  }
}

/** Upstream did not respond because of `error`: the connection failed or broke. */
export function unavailableError(error: unknown): OddsgraphError {
  const codes = codesIn(error);
  for (const [reason, pattern] of REASONS) {
    const code = codes.find((candidate) => pattern.test(candidate));
    if (code !== undefined) return new UnavailableError({ reason, code });
  }
  const [code] = codes;
  return new UnavailableError({
    reason: 'other',
    ...(code === undefined ? { err: error } : { code }),
  });
}

/** Why upstream fails, for the log. */
export function failureOf(error: OddsgraphError): Failure {
  if (error instanceof UnavailableError) return error.failure;
  if (error instanceof RefusedError) return { reason: 'status', status: error.status };
  if (error.code === 'UPSTREAM_TIMEOUT') return { reason: 'timeout' };
  if (error.code === 'UPSTREAM_INVALID_RESPONSE') return { reason: 'protocol' };
  return { reason: 'reset' }; // Upstream ended a stream: of its failures, the only one left.
}

/** Error codes by reason, the most specific first: an error may have several codes, and a code match several patterns. */
const REASONS: readonly (readonly [Failure['reason'], RegExp])[] = [
  ['tls', /CERT|^ERR_(TLS|SSL)_|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^EPROTO$/],
  ['dns', /^(ENOTFOUND|EAI_\w+)$/],
  ['refused', /^ECONNREFUSED$/],
  ['timeout', /TIMEOUT$|^ETIMEDOUT$/],
  ['unreachable', /^(EHOST|ENET)(UNREACH|DOWN)$|^EADDRNOTAVAIL$/],
  ['protocol', /^HPE_/],
  ['reset', /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/],
];

/** The codes of an error, of its causes, and of the errors in an aggregate. */
function codesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error ? error.code : undefined;
  const inner = error instanceof AggregateError ? error.errors : [];
  return [...(typeof code === 'string' ? [code] : []), ...[error.cause, ...inner].flatMap(codesIn)];
}

/** Upstream did not respond in time. */
export function timeoutError(deadlineMs: number): OddsgraphError {
  return new OddsgraphError(
    'UPSTREAM_TIMEOUT',
    `The odds service did not answer within ${deadlineMs / 1000} seconds.`,
  );
}

/** Upstream's response breaks the contract. `problem` completes "sent a response that …". */
export function invalidResponse(problem: string, upstream?: UpstreamCause): OddsgraphError {
  return new OddsgraphError(
    'UPSTREAM_INVALID_RESPONSE',
    `The odds service sent a response that ${problem}.`,
    upstream && { upstream },
  );
}

function unknownRoute(upstream: UpstreamCause): OddsgraphError {
  const message =
    'The odds service has no such route. The path of its address, UPSTREAM_URL, may be wrong.';
  return new OddsgraphError('UPSTREAM_INVALID_RESPONSE', message, { upstream });
}

/** The error code in a body; null if the body is not in the contract's error format, as a proxy's HTML page. */
function wireCode(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return isErrorEnvelope.Check(parsed) ? parsed.error.code : null;
  } catch {
    return null;
  }
}

/** What upstream sent, for logs and errors; null if it is no code or id, or if it contains the key. */
function publicText(text: string | null, credential: Credential): string | null {
  const isPublic = text !== null && PUBLIC_TEXT.test(text) && !text.includes(credential.reveal());
  return isPublic ? text : null;
}
