import type { Services } from '../../resolvers/context.ts';
import type { Readings, Sample } from './metrics-route.ts';

/** What is left of a budget of upstream requests. */
interface Remaining {
  readonly requests: number;
  /** Of the limit, from 0 to 1. */
  readonly share: number;
}

/** The gauges of what is left of the accounts' request budgets. */
export function budgetGauges({ upstream, viewers, clock }: Services): Readings {
  const viewerKeys = new Set(viewers?.keyHashes.values());
  /** By the hash of the credential. A budget whose window is over is whole again. */
  const remaining = (): Map<string, Remaining> =>
    new Map(
      upstream.client.accounts.budgets().map(([hash, { limit, remaining: left, resetAt }]) => {
        const requests = resetAt <= clock.now() ? limit : left;
        return [hash, { requests, share: limit === 0 ? 0 : requests / limit }];
      }),
    );
  const ofViewerKeys = function* (measure: keyof Remaining): Generator<Sample> {
    const budgets = remaining();
    for (const [tier, hash] of viewers?.keyHashes ?? []) {
      const budget = budgets.get(hash);
      if (budget !== undefined) yield [{ tier }, budget[measure]];
    }
  };
  const lowestOfOthers = (measure: keyof Remaining): Sample[] => {
    // Upstream reports budgets of keys that it refuses, too, and anybody can send those.
    const { keys } = upstream.client;
    const others = [...remaining()].filter(
      ([hash]) => !viewerKeys.has(hash) && keys.isAccepted({ hash }),
    );
    if (others.length === 0) return [];
    return [[{}, Math.min(...others.map(([, budget]) => budget[measure]))]];
  };
  return {
    viewer_key_requests_remaining: {
      help: 'Upstream requests that are left in this minute of each key that serves viewers, by its tier.',
      labelNames: ['tier'],
      samples: () => ofViewerKeys('requests'),
    },
    viewer_key_requests_remaining_ratio: {
      help: "The share of each viewers' key's budget that is left, from 0 to 1, by its tier.",
      labelNames: ['tier'],
      samples: () => ofViewerKeys('share'),
    },
    lowest_requests_remaining: {
      help: 'Upstream requests that are left of the account that has the fewest, not counting the keys that serve viewers.',
      labelNames: [],
      samples: () => lowestOfOthers('requests'),
    },
    lowest_requests_remaining_ratio: {
      help: 'The lowest share of a budget that is left of any account, from 0 to 1, not counting the keys that serve viewers.',
      labelNames: [],
      samples: () => lowestOfOthers('share'),
    },
  };
}
