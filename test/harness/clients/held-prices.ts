import { isDeepStrictEqual } from 'node:util';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { oddsKey } from '../../../src/models/odds.ts';
import { until } from '../until.ts';
import type { LiveClient } from './live-client.ts';
import { LiveMirror } from './live-mirror.ts';

/** Merges what a subscriber gets, and returns a function that waits until it holds these prices, and no others. */
export function heldBy({ results }: LiveClient): (...rows: readonly Odds[]) => Promise<void> {
  const mirror = new LiveMirror<{ key: string; price: { american: number } }>();
  return (...rows) => {
    const wanted = rows.map((row) => `${oddsKey(row.event_id, row)} ${row.odds_american}`);
    return until(() => {
      mirror.catchUp(results);
      const held = mirror.odds.values().map(({ key, price }) => `${key} ${price.american}`);
      return isDeepStrictEqual(new Set(held), new Set(wanted));
    });
  };
}
