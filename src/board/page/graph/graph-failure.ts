/** An error of a GraphQL response. */
export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: {
    readonly code?: string;
    readonly requiredTier?: string;
    readonly retryAfterSeconds?: number;
  };
}

/** A GraphQL request that failed, with the message and extensions of its error. */
export class GraphFailure extends Error {
  readonly code: string;
  readonly requiredTier: string | null;
  readonly retryAfterSeconds: number | null;

  constructor({ message, extensions = {} }: GraphError) {
    super(message);
    this.code = extensions.code ?? 'INTERNAL_SERVER_ERROR';
    this.requiredTier = extensions.requiredTier ?? null;
    this.retryAfterSeconds = extensions.retryAfterSeconds ?? null;
  }

  /** Whether the same request would fail again until the caller changes something. */
  get isFinal(): boolean {
    return FINAL_CODES.has(this.code);
  }
}

const FINAL_CODES: ReadonlySet<string> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'TIER_RESTRICTED',
  'FEATURE_NOT_AVAILABLE',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
]);

/** The failure that an HTTP error response describes; a general one if its body has no GraphQL error. */
export async function failureOf(response: Response): Promise<GraphFailure> {
  const body = await response.json().catch(() => null);
  const [error] = body?.errors ?? [];
  return new GraphFailure(error ?? { message: `The server answered with ${response.status}.` });
}
