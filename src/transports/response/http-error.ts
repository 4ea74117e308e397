import type { ErrorCode } from '../../errors/errors.ts';
import type { ShownError } from '../../execution/outcome.ts';
import { countError } from '../../observability/metrics.ts';

/** Thrown to refuse a request: its response has this HTTP status, these GraphQL errors and headers. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: readonly ShownError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    errors: readonly ShownError[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(errors[0]?.message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }

  /** Creates an `HttpError` with one GraphQL error of this code, and counts it in the metrics. */
  static of(
    status: number,
    code: ErrorCode | 'PERSISTED_QUERY_NOT_FOUND',
    message: string,
    headers?: Readonly<Record<string, string>>,
  ): HttpError {
    countError({ code });
    return new HttpError(status, [{ message, extensions: { code } }], headers);
  }

  static badRequest(message: string): HttpError {
    return HttpError.of(400, 'BAD_USER_INPUT', message);
  }

  /** 405. `allow` are the methods for the header of that name. */
  static methodNotAllowed(message: string, allow: string): HttpError {
    return HttpError.of(405, 'BAD_USER_INPUT', message, { allow });
  }

  /** 503: it may be tried again in a second. */
  static unavailable(message: string): HttpError {
    return HttpError.of(503, 'UPSTREAM_UNAVAILABLE', message, { 'retry-after': '1' });
  }
}
