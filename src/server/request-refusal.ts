import type { GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../errors.ts';

/** Why a request is refused before GraphQL sees it, or where its answer would have been. */
export class RequestRefusal extends Error {
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

  static of(
    status: number,
    code: ErrorCode,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ): RequestRefusal {
    return new RequestRefusal(status, [{ message, extensions: { code } }], headers);
  }
}
