import type { PriceMove } from '../generated/schema-types.ts';

/** A move of a price; its event is read only if it is asked for. */
export type PriceMoveModel = Omit<PriceMove, 'event'>;
