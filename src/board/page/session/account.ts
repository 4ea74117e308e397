import { computed, signal } from '@preact/signals';
import { GraphError } from '../../../client/odds-client.ts';
import {
  AccountDocument,
  type AccountQuery,
  CatalogueDocument,
  type CatalogueQuery,
} from '../../../generated/board/graphql.ts';
import { keepReading } from '../graph/keep-reading.ts';
import { budget, request, requestAs, throwFirst } from '../graph/request.ts';
import { titleOf } from '../prices/formats.ts';
import { seenPrices } from '../prices/price-history.ts';
import {
  accountChanges,
  changeAccount,
  credential,
  forEachAccount,
  renewCredential,
} from './tab-credential.ts';
import { mayPass } from './trouble.ts';

type Viewer = NonNullable<AccountQuery['viewer']>;
export type Book = NonNullable<AccountQuery['sportsbooks']>[number];
export type Sport = NonNullable<CatalogueQuery['sports']>[number];

/** The account behind the credential; null until it is known. */
export const viewer = signal<Viewer | null>(null);

/** All sportsbooks, including those above the account's tier. */
export const books = signal<readonly Book[]>([]);

/** The sports that have events, to choose from. */
export const sports = signal<readonly Sport[]>([]);

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

/** Leagues, sportsbooks and the tier are read this often, as they may change while the page is open. */
const READ_MS = 600_000;
const RETRY_MS = 3_000;
const everyMs = (error: unknown) => (mayPass(error) ? RETRY_MS : READ_MS);

/** From the lowest to the highest. */
export const TIERS = ['FREE', 'HOBBY', 'PRO', 'SHARP', 'ENTERPRISE'];

/** Whether the account's tier is at least `required`; true while the account is unknown. */
export function allows(required: string | null): boolean {
  if (required === null || viewer.value === null) return true;
  return TIERS.indexOf(viewer.value.tier) >= TIERS.indexOf(required);
}

forEachAccount(() => {
  viewer.value = null;
  budget.value = null;
  seenPrices.clear();
});

keepReading({
  everyMs,
  async read(signal) {
    const { data, errors } = await request(AccountDocument, {}, { signal });
    const isOtherTier = viewer.value && data.viewer && viewer.value.tier !== data.viewer.tier;
    if (isOtherTier) changeAccount(credential.value); // Another tier sees other prices, as another account does.
    viewer.value = data.viewer ?? viewer.value;
    books.value = data.sportsbooks ?? books.value;
    throwFirst(errors);
  },
});

// By itself: the account does not wait for the catalogue, nor fail with it.
keepReading({
  everyMs,
  async read(signal) {
    const { data, errors } = await request(CatalogueDocument, {}, { signal });
    sports.value = data.sports ?? sports.value;
    throwFirst(errors);
  },
});

/** What a header may have. Invisible characters and curly quotes are easily copied with a key. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Tries a key or token with a single request, and uses it if it is good. Otherwise resolves with the reason. */
export async function enterCredential(value: string): Promise<string | null> {
  if (!VISIBLE_ASCII.test(value)) {
    return 'This has a character that no key or token has. It may have been copied by accident.';
  }
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
