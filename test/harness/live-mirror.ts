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
