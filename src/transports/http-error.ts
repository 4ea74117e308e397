import type { GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../errors.ts';
import { countError } from '../metrics.ts';

/** Refuses a request with an HTTP status, GraphQL errors and headers. */
export class HttpError extends Error {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    errors: readonly GraphQLFormattedError[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(errors[0]?.message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }

  /** An error with one code, which it counts in the metrics. */
  static of(
    status: number,
    code: ErrorCode,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ): HttpError {
    countError({ code });
    return new HttpError(status, [{ message, extensions: { code } }], headers);
  }
}
