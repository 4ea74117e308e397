import type { CutHint, OperationContext } from '../resolvers/context.ts';
import type { CostHint } from '../resolvers/look-ahead/cost-hints.ts';
import type { NameHint } from '../resolvers/names/name-hints.ts';
import type { CachedResponse } from './encoding/cached-response.ts';
import {
  type BodyPart,
  bytesOf,
  DATA_HEAD,
  dataTail,
  type EncodedData,
} from './encoding/encoded-data.ts';

/** An error as the caller sees it, and what HTTP says about it. */
export interface ShownError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly http?: HttpHint;
}

/** How an error of an operation that was not executed is told by HTTP. */
export interface HttpHint {
  readonly status?: number;
  /** Whether the status is 200 in `application/json`, as the audits of GraphQL over HTTP expect. */
  readonly isOkAsJson?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What makes a response expensive, which of the names it was asked for don't exist, or which of its lists are cut. */
export type Hint = NameHint | CutHint | CostHint;

export interface ResponseExtensions {
  /** What the response cost upstream. */
  readonly upstream: {
    /** Upstream requests that were sent for it. */
    readonly calls: number;
    /** Reads that needed no request of their own: they were answered by the cache or by an equal request in progress. */
    readonly cached: number;
    readonly hints?: readonly Hint[] | undefined;
  };
}

/**
 * Data, errors, or both. The data is encoded; undefined if the operation was not executed, or if all that came of it is that
 * the key or token is missing or refused.
 */
export interface Result {
  readonly kind: 'result';
  readonly data?: EncodedData;
  readonly errors?: readonly ShownError[];
  readonly extensions?: ResponseExtensions;
  /** The HTTP status of a refusal whose errors have none, such as that of an `HttpError`. */
  readonly status?: number;
}

/** A result that is in the response cache, and its extensions for this caller. */
export interface CachedResult {
  readonly kind: 'cached';
  readonly cached: CachedResponse;
  readonly extensions: ResponseExtensions;
}

/** What a query or mutation has come to, or a subscription that could not be opened. An `Outcome` can also be an open one. */
export type Answer = Result | CachedResult;

/** Thrown where an operation is refused before it is executed. */
export class Refusal extends Error {
  readonly errors: readonly ShownError[];

  constructor(errors: readonly ShownError[]) {
    super(errors[0]?.message);
    this.errors = errors;
  }
}

/** The outcome of an operation that was refused, or that failed as a whole. Its record gets the errors. */
export function refused(
  { record }: OperationContext,
  errors: readonly ShownError[],
  status = 200,
): Result {
  record.addErrors(errors);
  return { kind: 'result', errors, status };
}

/** The JSON of a response, in parts to be written one after the other. */
export function responseBody(outcome: Answer): readonly BodyPart[] {
  if (outcome.kind === 'cached') return outcome.cached.body(outcome.extensions);
  const { data, errors, extensions } = outcome;
  if (data === undefined) return [JSON.stringify({ errors, extensions })];
  const head = errors === undefined ? DATA_HEAD : `{"errors":${JSON.stringify(errors)},"data":`;
  return [head, ...data.toSend(), dataTail(extensions)];
}

/** The JSON of a response in UTF-8, for ways in that wrap it. */
export function responseBytes(outcome: Answer): Buffer {
  return Buffer.concat(responseBody(outcome).map(bytesOf));
}
