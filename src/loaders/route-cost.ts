import { ODDS_BATCH_LIMIT } from '../contract/tiers.ts';

/** The requests of an operation on a route that does not answer for many events at once. */
export class RouteCost {
  events = 0;
  /** Requests sent for this operation or shared with another. */
  requests = 0;

  /** Whether batches would have taken fewer requests, even on the lowest tier. */
  get isExpensive(): boolean {
    return this.requests > Math.ceil(this.events / ODDS_BATCH_LIMIT.free);
  }
}
