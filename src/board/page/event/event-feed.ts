import { computed, signal } from '@preact/signals';
import {
  EventPageDocument,
  type EventPageQuery,
  PolledEventDocument,
} from '../../../generated/board/graphql.ts';
import { keepReading } from '../graph/keep-reading.ts';
import { errorsIn, liveOdds, request, throwFirst } from '../graph/request.ts';
import { keepPrices } from '../prices/keep-prices.ts';
import type { PriceStore } from '../prices/price-store.ts';
import { forEachAccount } from '../session/tab-credential.ts';
import { addressChoices } from '../shell/address-choices.ts';
import { addresses } from '../shell/current-route.ts';
import { followRecordedPrices } from './follow-recorded-prices.ts';

export type EventDetails = NonNullable<EventPageQuery['event']>;

/** What the server answers about the event besides its prices. */
interface EventAnswer {
  /** Null if there is no such event. */
  readonly event: EventDetails | null;
  /** The tier that the last play needs; null if the account has it. Nothing else here needs one. */
  readonly lastPlayTier: string | null;
}

/** The last answer; null until there is one. */
export const eventAnswer = signal<EventAnswer | null>(null);

export const eventDetails = computed(() => eventAnswer.value?.event ?? null);

/** Shown until the event's market types are known, so that its past is read at once: nearly every event has it first. */
const FIRST_MARKET = 'moneyline';

const { choiceOf, choose } = addressChoices(addresses.event, { market: '' }, []);

export const chooseMarket = (market: string) => choose({ market });

/** Empty if none is chosen: then the event's first one is shown. */
export const chosenMarket = choiceOf('market');

/** The market type that is shown, set by the view: the chosen one, if the event has it. */
export const shownMarket = signal(FIRST_MARKET);

/** How often details are read while the tab is visible; more often for an event in play. */
const REFRESH_MS = 15_000;
const REFRESH_LIVE_MS = 5_000;

/** Keeps `eventAnswer`, and the event's prices in the store, current until the returned function is called. */
export function followEvent(id: string, store: PriceStore): () => void {
  shownMarket.value = chosenMarket.peek() || FIRST_MARKET;
  const stop = forEachAccount(() => {
    const odds = liveOdds({ eventIds: [id] });
    const stopPrices = keepPrices(store, odds, (abort) => readPrices(id, abort));
    const stopDetails = keepReading({
      everyMs: () => (eventDetails.value?.isLive ? REFRESH_LIVE_MS : REFRESH_MS),
      read: (abort) => readDetails(id, abort),
    });
    return () => {
      stopPrices();
      stopDetails();
      eventAnswer.value = null; // The page of the next event must not begin with this one.
    };
  });
  const stopRecorded = followRecordedPrices(id, shownMarket);
  return () => {
    stop();
    stopRecorded();
  };
}

async function* readPrices(id: string, abort: AbortSignal) {
  const { data, errors } = await request(PolledEventDocument, { id }, { signal: abort });
  throwFirst(errorsIn('odds', errors));
  yield data.event?.odds ?? []; // One page.
}

async function readDetails(id: string, abort: AbortSignal): Promise<void> {
  const { data, errors } = await request(EventPageDocument, { id }, { signal: abort });
  const [playError] = errorsIn('liveGameState', errors);
  const known = eventAnswer.peek(); // What could not be read stays.
  const { splits = null, liveGameState = null } = known?.event ?? {};
  eventAnswer.value = {
    event: data.event && {
      ...data.event,
      ...(errorsIn('splits', errors).length > 0 && { splits }),
      ...(playError && { liveGameState }),
    },
    lastPlayTier:
      (playError && (playError.extensions?.requiredTier ?? known?.lastPlayTier)) ?? null,
  };
  throwFirst(errors.filter(({ extensions }) => !extensions?.requiredTier)); // To need another tier is no failure.
}
