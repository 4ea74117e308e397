import type { PriceMove, RecordedEvent } from '../generated/schema-types.ts';

/** A move of a price, with what its filter can name; its event is read only if it is asked for. */
export type PriceMoveModel = Omit<PriceMove, 'event'> & Pick<RecordedEvent, 'sport' | 'league'>;

/** A recorded event; its present and its prices are read only if they are asked for. */
export interface RecordedEventModel
  extends Omit<RecordedEvent, 'event' | 'lineMovement' | 'closingOdds'> {
  /** The same as `eventId`, for resolvers that `Event` has as well. */
  readonly id: string;
}
