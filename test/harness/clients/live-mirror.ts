/** The selected fields of a price. */
export interface KeptOdds {
  readonly key: string;
}

/** The events of `liveOdds` with the selected fields. */
export type OddsEvent<Kept extends KeptOdds> =
  | {
      readonly __typename?: 'OddsSnapshot';
      readonly odds: readonly Kept[];
      readonly offset: number;
    }
  | {
      readonly __typename?: 'OddsUpdate';
      readonly odds: readonly Kept[];
      readonly replacedKeys: readonly string[];
    }
  | {
      readonly __typename?: 'OddsRemoval';
      readonly ids: readonly string[];
      readonly keys: readonly string[];
    }
  | { readonly __typename?: 'FeedStatus' };

/** The board of a `liveOdds` subscriber, by key, merged as `docs/subscriptions.md` describes. */
export class LiveMirror<Kept extends KeptOdds> {
  readonly odds = new Map<string, Kept>();
  #caughtUp = 0;

  /** Applies the results of a subscription that arrived since the last call. */
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
        for (const odds of event.odds) this.odds.set(odds.key, odds);
        return;
      case 'OddsUpdate':
        for (const key of event.replacedKeys) this.odds.delete(key);
        for (const odds of event.odds) this.odds.set(odds.key, odds);
        return;
      case 'OddsRemoval':
        for (const key of event.keys) this.odds.delete(key);
        return;
      case 'FeedStatus':
    }
  }
}
