import { ODDS_BATCH_LIMIT } from '../contract/tiers.ts';

/** What an operation has asked of a route that does not answer for many events at once. */
export class RouteCost {
  /** Events that were asked for. */
  events = 0;
  /** Requests that it took, whether they were sent for this operation or shared with another. */
  requests = 0;

  /** Whether batches would have taken fewer requests, on the lowest tier and so on any. */
  get isDear(): boolean {
    return this.requests > Math.ceil(this.events / ODDS_BATCH_LIMIT.free);
  }
}
