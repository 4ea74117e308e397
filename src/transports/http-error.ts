import type { GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../errors.ts';
import { countError } from '../metrics.ts';

/** Why a request is refused before GraphQL sees it, or where its answer would have been. */
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

  /** One that is answered with at once: it is counted. */
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
