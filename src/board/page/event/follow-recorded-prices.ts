import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { EventPastDocument } from '../../../generated/board/graphql.ts';
import { keepReading } from '../graph/keep-reading.ts';
import { request } from '../graph/request.ts';
import { allows } from '../session/account.ts';
import { forEachAccount } from '../session/tab-credential.ts';
import { HOUR_MS, type PricePast, pastOf } from './past-points.ts';

/** What was recorded of the prices of the shown market, by their keys; empty where the server tells nothing. */
export const recordedPrices = signal<ReadonlyMap<string, PricePast>>(new Map());

export const hasRecordedPrices = computed(() => recordedPrices.value.size > 0);

/** Whether the server records prices at all; true until it says that it does not. */
export const isRecording = signal(true);

/** The tier from which on the server tells how prices got where they are. */
export const PAST_TIER = 'PRO';

const DAY_MS = 24 * HOUR_MS;

/** A price whose line has moved is another one, whose past is known after the next reading. */
const READ_MS = 300_000;

/** The code of a server that records nothing. */
const NOT_RECORDED = 'FEATURE_NOT_AVAILABLE';

/** Keeps `recordedPrices` current until the returned function is called. What changes meanwhile, the page sees by itself. */
export function followRecordedPrices(
  eventId: string,
  shownMarket: ReadonlySignal<string>,
): () => void {
  const isAllowed = computed(() => allows(PAST_TIER));
  return forEachAccount(() => {
    const market = shownMarket.value;
    recordedPrices.value = new Map();
    if (!isAllowed.value) return undefined;
    return keepReading({
      everyMs: () => READ_MS,
      read: (abort) => readRecordedPrices(eventId, market, abort),
      // After a failure, charts begin with what the page has seen: the market may have too many prices.
      onResult() {},
    });
  });
}

async function readRecordedPrices(id: string, market: string, abort: AbortSignal): Promise<void> {
  const now = Date.now();
  const lastDay = Math.ceil((now - DAY_MS) / HOUR_MS) * HOUR_MS;
  // Two weeks by the hour and a day by five minutes fit into one operation.
  const [daysAgo, dayAgo] = [now - 14 * DAY_MS, lastDay].map((at) => new Date(at).toISOString());
  const variables = { id, market, daysAgo: String(daysAgo), dayAgo: String(dayAgo) };
  const { data, errors } = await request(EventPastDocument, variables, { signal: abort });
  isRecording.value = !errors.some(({ extensions }) => extensions?.code === NOT_RECORDED);
  const gaps = data.historyCoverage?.gaps ?? [];
  const recorded = data.event?.odds?.filter(({ opening }) => opening !== null);
  const past = new Map(recorded?.map((odds) => [odds.key, pastOf(odds, gaps, now)]));
  // Where something failed, what was known before is more than what has come.
  recordedPrices.value = errors.length === 0 ? past : new Map([...past, ...recordedPrices.value]);
}
