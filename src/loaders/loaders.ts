import type { EventOddsFilter } from '../generated/graph.ts';
import type { Session } from '../upstream/session.ts';
import { type ComparisonLoader, comparisonLoader } from './comparisons.ts';
import {
  batchedEventOddsLoader,
  type EventOddsLoader,
  listedEventOddsLoader,
} from './event-odds.ts';
import { type EventLoader, eventLoader } from './events.ts';
import { type SportsbookLoader, sportsbookLoader } from './sportsbooks.ts';

/** Which of the two routes reads the prices of events. */
export type EventOddsRoute = 'batch' | 'list';

/** The loaders of one operation and one viewer. They are never kept for another. */
export class Loaders {
  readonly events: EventLoader;
  readonly sportsbooks: SportsbookLoader;
  readonly comparisons: ComparisonLoader;
  readonly #session: Session;
  readonly #eventOdds = new Map<string, EventOddsLoader>();

  constructor(session: Session) {
    this.#session = session;
    this.events = eventLoader(session);
    this.sportsbooks = sportsbookLoader(session);
    this.comparisons = comparisonLoader(session);
  }

  /** Prices by event id. Equal filters share one loader, and with it their requests. */
  eventOdds(filter: EventOddsFilter, route: EventOddsRoute): EventOddsLoader {
    const key = `${route} ${JSON.stringify(filter)}`;
    let loader = this.#eventOdds.get(key);
    if (loader === undefined) {
      loader =
        route === 'batch'
          ? batchedEventOddsLoader(this.#session, filter)
          : listedEventOddsLoader(this.#session, filter);
      this.#eventOdds.set(key, loader);
    }
    return loader;
  }
}
