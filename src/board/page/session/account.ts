import { computed, effect, signal } from '@preact/signals';
import { GraphError } from '../../../client/odds-client.ts';
import {
  AccountDocument,
  type AccountQuery,
  CatalogueDocument,
  type CatalogueQuery,
} from '../../../generated/board/graphql.ts';
import { budget, request, requestAs } from '../graph/request.ts';
import { titleOf } from '../prices/formats.ts';
import { seenPrices } from '../prices/price-history.ts';
import {
  accountChanges,
  changeAccount,
  credential,
  forEachAccount,
  refuse,
  renewCredential,
} from './tab-credential.ts';

export type Viewer = NonNullable<AccountQuery['viewer']>;
export type Book = NonNullable<AccountQuery['sportsbooks']>[number];
export type Sport = NonNullable<CatalogueQuery['sports']>[number];

/** The account behind the credential; null until it is known. */
export const viewer = signal<Viewer | null>(null);

/** All sportsbooks, including those above the account's tier. */
export const books = signal<readonly Book[]>([]);

/** The sports that have events, to choose from. */
export const sports = signal<readonly Sport[]>([]);

/** The message of the last request that failed for a reason that may pass. */
export const trouble = signal<string | null>(null);

const leagueNames = computed(() => {
  const leagues = sports.value.flatMap((sport) => sport.leagues);
  return new Map(leagues.map(({ id, name }) => [id, name]));
});

/** A league as people call it; its slug until the names are known. */
export function leagueName(id: string): string {
  return leagueNames.value.get(id) ?? titleOf(id);
}

const bookNames = computed(
  () => new Map(books.value.map(({ id, displayName }) => [id, displayName])),
);

/** The sportsbook's name; made from its id if the server does not list it, such as one that only reports splits. */
export function bookName(id: string): string {
  return bookNames.value.get(id) ?? id.charAt(0).toUpperCase() + id.slice(1);
}

const RETRY_MS = 3_000;

/** From the lowest to the highest. */
export const TIERS = ['FREE', 'HOBBY', 'PRO', 'SHARP', 'ENTERPRISE'];

/** Whether the account's tier is at least `required`; true while the account is unknown. */
export function allows(required: string | null): boolean {
  if (required === null || viewer.value === null) return true;
  return TIERS.indexOf(viewer.value.tier) >= TIERS.indexOf(required);
}

/** Shows the message of a failed request to the user, until null says that one has succeeded. */
export function report(error: unknown): void {
  if (error === null) {
    trouble.value = null;
  } else if (error instanceof GraphError && error.code === 'UNAUTHENTICATED') {
    refuse(error.message);
  } else if (error instanceof GraphError) {
    trouble.value =
      error.retryAfterSeconds === null
        ? error.message
        : `${error.message} Next attempt in ${Math.ceil(error.retryAfterSeconds)} s.`;
  } else {
    trouble.value = 'The server cannot be reached.';
  }
}

/** Reads what is known of the account, again after a failure until `signal` aborts. */
async function load(signal: AbortSignal): Promise<void> {
  try {
    const [account, catalogue] = await Promise.all([
      request(AccountDocument, {}, { signal }),
      request(CatalogueDocument, {}, { signal }),
    ]);
    viewer.value = account.data.viewer;
    budget.value ??= account.data.viewer?.rateLimit ?? null;
    books.value = account.data.sportsbooks ?? [];
    sports.value = catalogue.data.sports ?? [];
    const [error] = [...account.errors, ...catalogue.errors];
    if (error !== undefined) throw new GraphError(error);
    trouble.value = null;
  } catch (error) {
    if (signal.aborted) return;
    report(error);
    if (!signal.aborted) setTimeout(() => void load(signal), RETRY_MS);
  }
}

forEachAccount(() => {
  viewer.value = null;
  budget.value = null;
  seenPrices.clear();
});

effect(() => {
  trouble.value = null;
  if (credential.value === null) return undefined;
  const loading = new AbortController();
  void load(loading.signal);
  return () => loading.abort();
});

/** Tries a key or token with a single request, and uses it if it is good. Otherwise resolves with the reason. */
export async function enterCredential(value: string): Promise<string | null> {
  const before = accountChanges.peek();
  try {
    const { data } = await requestAs(value, AccountDocument);
    if (accountChanges.peek() !== before) return null; // The user has signed out, or in with another one, meanwhile.
    // A credential of the same tier is taken for one of the same account: what is on the screen stays.
    const isRenewal = viewer.value !== null && viewer.value.tier === data.viewer?.tier;
    if (isRenewal) renewCredential(value);
    else changeAccount(value);
    return null;
  } catch (error) {
    return error instanceof GraphError ? error.message : 'The server cannot be reached.';
  }
}
