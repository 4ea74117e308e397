import { ODDS_BATCH_LIMIT } from '../contract/tiers.ts';

/** What an operation has requested from a route that serves one object, or one page of rows, per request. */
export class RouteCost {
  /** Objects that the requests were for, such as events. */
  objects = 0;
  /** Requests sent for this operation or shared with another. */
  requests = 0;

  /** Whether a route for batches of events would have taken fewer requests, even with batches of the lowest tier. */
  get isExpensive(): boolean {
    return this.requests > Math.ceil(this.objects / ODDS_BATCH_LIMIT.free);
  }
}
