/** An error of a GraphQL response. */
export interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    readonly requiredTier?: string | null;
    readonly retryAfterSeconds?: number | null;
  };
}

/** A result of a subscription. */
export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly ResponseError[] | undefined;
}

/** A request that failed, with the message of its error, and those of its extensions that a client acts on. */
export class GraphError extends Error {
  /** A code of the server's; `UNREACHABLE` if the server could not be used for now; `CLIENT_ERROR` if the client threw. */
  readonly code: string;
  /** The lowest tier that may do this; null if the tier is not what is wrong. */
  readonly requiredTier: string | null;
  /** How long to wait before another attempt; null if the server does not say. */
  readonly retryAfterSeconds: number | null;

  constructor({ message, extensions = {} }: ResponseError, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GraphError';
    this.code = extensions.code ?? 'INTERNAL_SERVER_ERROR';
    this.requiredTier = extensions.requiredTier ?? null;
    this.retryAfterSeconds = extensions.retryAfterSeconds ?? null;
  }

  /** Whether the same request would fail again until the caller changes something. */
  get isFinal(): boolean {
    return this.retryAfterSeconds === null && !TEMPORARY_CODES.has(this.code);
  }
}

const TEMPORARY_CODES: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID_RESPONSE',
  'RATE_LIMITED',
  'STREAM_LIMIT_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
]);

/**
 * The server could not be used: nothing answered, a stream ended or is unknown to it, or the credential is missing or has
 * changed. Not final, since all that may be otherwise at the next attempt.
 */
export function unreachable(message: string, cause?: unknown): GraphError {
  return new GraphError({ message, extensions: { code: 'UNREACHABLE' } }, { cause });
}

/**
 * The code of a response without a GraphQL error, such as a proxy's, by its HTTP status. With any other status it is
 * `INTERNAL_SERVER_ERROR`, and so not final.
 */
const CODES_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  429: 'RATE_LIMITED',
};

/** Whether no root field has a value. */
export function isVoid(data: unknown): boolean {
  return data == null || Object.values(data).every((value) => value == null);
}

/** What a text says in JSON; null if it is not JSON. */
// biome-ignore lint/suspicious/noExplicitAny: whatever answered, a proxy perhaps, may say anything.
export function readJson(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error that an HTTP response with this text describes. */
export function errorOf({ status, headers }: Response, text: string): GraphError {
  const after = headers.get('retry-after') ?? ''; // A number, or a date; without either, `seconds` is NaN.
  const seconds = Number(after) || Math.ceil((Date.parse(after) - Date.now()) / 1_000);
  const code = CODES_BY_STATUS[status];
  const { message, extensions } = readJson(text)?.errors?.[0] ?? {
    message: `The server answered with ${status}, but not in GraphQL.`,
    extensions: code && { code },
  };
  // What the error itself says counts more than the header.
  return new GraphError({
    message,
    extensions: { ...(seconds > 0 && { retryAfterSeconds: seconds }), ...extensions },
  });
}

/**
 * Turns whatever was thrown by a request into a `GraphError`. An error of graphql-sse may carry the `response` that refused
 * the request, which is read; any other error means that nothing answered.
 */
export async function asGraphError(error: unknown): Promise<GraphError> {
  if (error instanceof GraphError) return error;
  const { response, message } = error as { response?: unknown; message?: string };
  if (response instanceof Response) {
    // A copy, since several subscriptions may fail by the same response.
    const text = await response
      .clone()
      .text()
      .catch(() => '');
    return errorOf(response, text);
  }
  return unreachable(`The server cannot be reached (${message}).`, error);
}
