import { ODDS_BATCH_LIMIT } from '../contract/tiers.ts';

/** What an operation has requested from a route that serves one object, or one page of rows, per request. */
export class RouteCost {
  /** Objects that the requests were for, such as events. */
  objects = 0;
  /** Requests sent for this operation or shared with another. */
  requests = 0;

  /** Whether the client should be told that batches of events, even those of the lowest tier, take fewer requests. */
  get isExpensive(): boolean {
    return this.requests > Math.ceil(this.objects / ODDS_BATCH_LIMIT.free);
  }
}
