import { effect, signal } from '@preact/signals';
import {
  type Answer,
  createClient,
  GraphError,
  type QueryArguments,
  type ResponseError,
  type TypedDocument,
} from '../../../client/odds-client.ts';
import {
  type LiveFilter,
  LiveOddsDocument,
  LiveOpportunitiesDocument,
  type LiveOpportunitiesSubscriptionVariables,
} from '../../../generated/board/graphql.ts';
import { credential, refusal } from '../session/tab-credential.ts';

const url = new URL('graphql', document.baseURI).href;

const client = createClient({
  url,
  credential(refused) {
    // To give the refused one again says that there is no other: then the refusal stands. What failed for want of a
    // credential is begun again by the effect below.
    const held = credential.value ?? refused;
    if (held === null) throw signedOut();
    return held;
  },
});

effect(() => {
  // With another credential, all that is live begins again. After signing out, this tab no longer holds the stream for
  // other tabs. After a refusal nothing needs to end here: the server refuses the subscriptions too.
  const isRefused = credential.value === null && refusal.value !== null;
  if (!isRefused) client.reconnect();
});

export const liveOdds = (filter: LiveFilter) => client.liveOdds(filter, LiveOddsDocument);
export const liveOpportunities = (variables: LiveOpportunitiesSubscriptionVariables) =>
  client.liveOpportunities(variables, LiveOpportunitiesDocument);

/** The requests of a minute, and those that are left of them. */
interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
}

/** The rate limit of the account or viewer, as of the last answer that contained it, and when the page received that. */
export const budget = signal<(RateLimit & { readonly receivedAt: number }) | null>(null);

/** A query that is not answered in this time has failed: browsers notice late, or never, that a connection is lost. */
const ANSWER_MS = 30_000;

function signedOut(): GraphError {
  return new GraphError({ message: 'Sign in first.', extensions: { code: 'UNREACHABLE' } });
}

/**
 * Sends a query. Rejects with `GraphError` if it or all of its root fields failed, and as `fetch` does if aborted, or with
 * a `TimeoutError` if no answer came in time.
 */
export async function request<Data, Variables extends object>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  { signal: abort }: { readonly signal?: AbortSignal } = {},
): Promise<Answer<Data>> {
  const usedCredential = credential.value;
  // The client may still have the token that was refused last.
  if (usedCredential === null) throw signedOut();
  const signals = [AbortSignal.timeout(ANSWER_MS), ...(abort ? [abort] : [])];
  // A cast, since TypeScript does not resolve a conditional type before it knows `Variables`.
  const given = [variables, { signal: AbortSignal.any(signals) }] as QueryArguments<Variables>;
  const answer = await client.query(document, ...given);
  const { rateLimit } = (answer.extensions['upstream'] ?? {}) as { rateLimit?: RateLimit | null };
  // After a change of accounts, this is the budget of the former one.
  if (rateLimit && usedCredential === credential.value) {
    budget.value = { ...rateLimit, receivedAt: Date.now() };
  }
  return answer;
}

/** Throws the first of these errors, if there is one: else a field that failed would look like one that is empty. */
export function throwFirst([first]: readonly ResponseError[]): void {
  if (first !== undefined) throw new GraphError(first);
}

/** The errors in a field of this name. */
export function errorsIn(name: string, errors: readonly ResponseError[]): ResponseError[] {
  return errors.filter(({ path }) => path?.includes(name));
}

/** Sends a query with another credential than the tab's. */
export async function requestAs<Data>(
  other: string,
  document: TypedDocument<Data, Record<string, never>>,
): Promise<Answer<Data>> {
  const trial = createClient({ url, credential: other });
  try {
    return await trial.query(document, {}, { signal: AbortSignal.timeout(ANSWER_MS) });
  } finally {
    trial.close();
  }
}
