import { BatchEvent, BatchOdds, StreamedOdds } from '../../contract/odds/odds.ts';
import { ROUTES } from '../../contract/routes.ts';
import { type Tier, tierAllows } from '../../contract/tiers.ts';
import { oddsFieldsIn } from '../../models/odds.ts';
import { type Selection, selectedFields } from './selection.ts';

/** The fields of `Odds` that `POST /odds/batch` carries. */
const BATCHABLE = oddsFieldsIn({ ...BatchEvent.properties, ...BatchOdds.properties });

/** The fields of `Odds` that are the same on a live board as in upstream's lists. */
export const ON_BOARD = oddsFieldsIn(StreamedOdds.properties);

/** The arguments of `Event.odds`, as far as they matter here. */
interface EventOddsArguments {
  readonly filter?: { readonly players?: readonly string[] | null } | null;
}

/** Whether `POST /odds/batch` can answer an `Event.odds`. */
export function isBatchable(selection: Selection, args: EventOddsArguments): boolean {
  return beyondBatch(selection, args).length === 0;
}

/** What `POST /odds/batch` cannot answer of an `Event.odds`: fields of `Odds`, and players to select by. */
export function beyondBatch(selection: Selection, { filter }: EventOddsArguments): string[] {
  const fields = [...selectedFields(selection).difference(BATCHABLE)];
  return filter?.players?.length ? [...fields, 'players'] : fields;
}

/** Whether all that `POST /odds/batch` cannot answer of an `Event.odds` are links that the caller's tier may not read. */
export async function lacksOnlyRefusedLinks(
  selection: Selection,
  args: EventOddsArguments,
  caller: { tier(): Promise<Tier> },
): Promise<boolean> {
  if (beyondBatch(selection, args).some((field) => field !== 'deepLink')) return false;
  const tier = await caller.tier().catch(() => null);
  return tier !== null && !tierAllows(tier, ROUTES.deepLinksBatch.tier);
}
