import type { Credential } from '../../access/credential.ts';
import { marketTypes, PROPS_ALIAS } from '../../contract/markets.ts';
import { slugOf } from '../../contract/slugs.ts';
import { type Tier, tierAllows } from '../../contract/tiers.ts';
import { OddsgraphError, tooComplex } from '../../errors/errors.ts';
import type { OperationHistory } from '../../history/history.ts';
import type { SeriesFilter } from '../../history/history-store.ts';
import { TICKS_MAX } from '../../history/store/intervals.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { Usage } from '../../upstream/request-usage.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import {
  aboveTier,
  requiredTiers,
  sportsbookRefusal,
  TIER_OF_HIDDEN,
} from '../sportsbook-tiers.ts';

/** Bounds of one read, which serves all fields of an operation that ask for the same. Errors name them as `measure`. */
export const PAST_LIMITS = {
  /** Events of one read of boards or line movements. */
  historyEvents: 200,
  /** Prices whose past is read, also those that are no longer listed. */
  historySeries: 20_000,
  /** The number of prices times the points asked for of each. */
  historyPoints: 200_000,
  /** Changes that are summed up. */
  historyTicks: TICKS_MAX,
} as const;

/** Throws `QUERY_TOO_COMPLEX` if a read asks for too much. */
export function refuseTooMuch(measure: keyof typeof PAST_LIMITS, asked: number): void {
  if (asked > PAST_LIMITS[measure]) throw tooComplex(measure, PAST_LIMITS[measure], asked);
}

/**
 * Reads at most `historySeries` items, also those of which nothing is shown: asks `read` for one more, and throws
 * `QUERY_TOO_COMPLEX` if there is one.
 */
export async function boundedSeries<Item>(
  read: (limit: number) => Promise<Item[]>,
): Promise<Item[]> {
  const items = await read(PAST_LIMITS.historySeries + 1);
  refuseTooMuch('historySeries', items.length);
  return items;
}

interface NamesFilter {
  readonly eventIds?: readonly string[] | null;
  readonly sports?: readonly string[] | null;
  readonly leagues?: readonly string[] | null;
  readonly sportsbooks?: readonly string[] | null;
  readonly markets?: readonly string[] | null;
}

/** What a store can filter by: names. `props` is no name, so it filters nothing here, and callers match the prices again. */
export function storeFilter(filter: NamesFilter): SeriesFilter {
  const { eventIds, sports, leagues, sportsbooks, markets } = filter;
  const types = marketTypes(markets ?? []);
  const named = (names: readonly string[] | null | undefined) =>
    names && names.length > 0 ? names : undefined;
  return {
    eventIds: named(eventIds),
    sports: named(sports),
    leagues: named(leagues),
    sportsbooks: named(sportsbooks),
    marketTypes: types.includes(PROPS_ALIAS) ? undefined : named(types),
  };
}

/** Prices over time, and who may see which of them. */
export interface Past {
  readonly history: OperationHistory;
  readonly clock: Clock;
  readonly books: RecordedBooks;
  /** Resolves when it is the operation's turn to work on what it has read. */
  readonly turn: () => Promise<void>;
}

/** How long the list of sportsbooks is used: the tier that one requires hardly ever changes. */
const BOOKS_FRESH_MS = 600_000;

/**
 * The tiers that sportsbooks require. The recorded account's key asks for them, so that reading the past costs its callers
 * no request.
 */
export class RecordedBooks {
  readonly #upstream: Upstream;
  readonly #credential: Credential;
  readonly #clock: Clock;
  #known: ReadonlyMap<string, Tier | null> | null = null;
  /** On the monotonic clock. */
  #freshUntil = 0;

  /** `credential` is the key of the account whose board is recorded. */
  constructor(upstream: Upstream, credential: Credential, clock: Clock) {
    this.#upstream = upstream;
    this.#credential = credential;
    this.#clock = clock;
  }

  /** Those that a caller of this tier may see. */
  async visibleTo(tier: Tier) {
    const required = await this.#requiredTiers();
    return {
      /** One whose tier is not known, or that is no longer listed, counts as one of the highest tier that any requires. */
      has: (sportsbook: string): boolean => {
        const known = required.get(slugOf(sportsbook));
        return known === null || tierAllows(tier, known ?? TIER_OF_HIDDEN);
      },
      /** Throws `TIER_RESTRICTED` if an argument names sportsbooks that the caller's tier does not include. */
      refuseAbove: (sportsbooks: readonly string[] | null | undefined, argument: string): void => {
        // A name that is not listed may be a mistake: it is not refused, but finds nothing below the highest tier.
        const above = aboveTier(tier, sportsbooks ?? [], (id) => required.get(slugOf(id)));
        if (above !== null) throw sportsbookRefusal(above, tier, argument);
      },
    };
  }

  /** By id in lower case; null for one that every tier sees. If upstream fails: what was known before, else rejects. */
  async #requiredTiers(): Promise<ReadonlyMap<string, Tier | null>> {
    const now = this.#clock.monotonic();
    if (this.#known !== null && now < this.#freshUntil) return this.#known;
    const caller = { credential: this.#credential, usage: new Usage(), span: null };
    try {
      this.#known = await requiredTiers({ upstream: this.#upstream, caller });
      this.#freshUntil = now + BOOKS_FRESH_MS;
    } catch (error) {
      if (this.#known !== null) return this.#known;
      if (!(error instanceof OddsgraphError) || error.code.startsWith('UPSTREAM_')) throw error;
      // A refusal is of the recorded account's key, and not of the caller's.
      throw new OddsgraphError('UPSTREAM_UNAVAILABLE', 'Prices over time cannot be read now.');
    }
    return this.#known;
  }
}

export type VisibleBooks = Awaited<ReturnType<RecordedBooks['visibleTo']>>;
