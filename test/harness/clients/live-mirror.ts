/** A price as a subscriber keeps it: whatever was selected of it, with its id. */
export interface KeptOdds {
  readonly id: string;
}

/** The events of `liveOdds`, as far as they were selected. */
export type OddsEvent<Kept extends KeptOdds> =
  | {
      readonly __typename?: 'OddsSnapshot';
      readonly odds: readonly Kept[];
      readonly offset: number;
    }
  | { readonly __typename?: 'OddsUpdate'; readonly odds: readonly Kept[] }
  | { readonly __typename?: 'OddsRemoval'; readonly ids: readonly string[] }
  | { readonly __typename?: 'FeedStatus' };

/** The board that a subscriber of `liveOdds` keeps, merged as the schema tells it to. */
export class LiveMirror<Kept extends KeptOdds> {
  readonly odds = new Map<string, Kept>();
  #caughtUp = 0;

  /** Applies what has come since the last time on one subscription. */
  catchUp(
    results: readonly { readonly data?: { readonly liveOdds: OddsEvent<Kept> | null } | null }[],
  ) {
    for (; this.#caughtUp < results.length; this.#caughtUp += 1) {
      const event = results[this.#caughtUp]?.data?.liveOdds;
      if (event) this.apply(event);
    }
  }

  apply(event: OddsEvent<Kept>): void {
    switch (event.__typename) {
      case 'OddsSnapshot':
        if (event.offset === 0) this.odds.clear();
        for (const odds of event.odds) this.odds.set(odds.id, odds);
        return;
      case 'OddsUpdate':
        for (const odds of event.odds) this.odds.set(odds.id, odds);
        return;
      case 'OddsRemoval':
        for (const id of event.ids) this.odds.delete(id);
        return;
      case 'FeedStatus':
    }
  }
}
