import type { Services } from '../../resolvers/context.ts';
import type { GaugeDefinitions, Sample } from './metrics-route.ts';

/** What is left of an account's budget of upstream requests in the current window, which is a minute. */
interface RemainingBudget {
  readonly requests: number;
  /** The remaining requests divided by the limit, from 0 to 1. */
  readonly share: number;
}

/** Gauges of what is left of the request budgets that upstream grants to accounts. */
export function budgetGauges({ upstream, viewers, clock }: Services): GaugeDefinitions {
  /** Hashes of the operator's API keys for viewers: at most one for each tier. */
  const viewerKeys = new Set(viewers?.apiKeyHashes.values());
  /** The budgets by hash of the API key. When the window of a budget is over, the budget is full again. */
  const remaining = (): Map<string, RemainingBudget> =>
    new Map(
      upstream.accounts.budgets().map(([hash, { limit, remaining: left, resetAt }]) => {
        const requests = resetAt <= clock.now() ? limit : left;
        return [hash, { requests, share: limit === 0 ? 0 : requests / limit }];
      }),
    );
  const ofViewerKeys = function* (measure: keyof RemainingBudget): Generator<Sample> {
    const budgets = remaining();
    for (const [tier, hash] of viewers?.apiKeyHashes ?? []) {
      const budget = budgets.get(hash);
      if (budget !== undefined) yield [{ tier }, budget[measure]];
    }
  };
  const lowestOfOthers = (measure: keyof RemainingBudget): Sample[] => {
    // Without keys that upstream refuses: it reports budgets for them, too, and anybody can send such keys.
    const { keys } = upstream;
    const others = [...remaining()].filter(
      ([hash]) => !viewerKeys.has(hash) && keys.isAccepted({ hash }),
    );
    if (others.length === 0) return [];
    return [[{}, Math.min(...others.map(([, budget]) => budget[measure]))]];
  };
  return {
    viewer_key_requests_remaining: {
      help: 'Upstream requests left in this minute for each API key that serves viewers, by the tier of the key.',
      labelNames: ['tier'],
      value: () => ofViewerKeys('requests'),
    },
    viewer_key_requests_remaining_ratio: {
      help: 'The share of its budget, from 0 to 1, that each API key that serves viewers has left, by the tier of the key.',
      labelNames: ['tier'],
      value: () => ofViewerKeys('share'),
    },
    viewer_key_refused: {
      help: 'Whether upstream refuses each API key that serves viewers, 1 or 0, by the tier of the key.',
      labelNames: ['tier'],
      value: () =>
        Array.from(
          viewers?.apiKeyHashes ?? [],
          ([tier, hash]): Sample => [{ tier }, upstream.keys.isRefused({ hash }) ? 1 : 0],
        ),
    },
    lowest_requests_remaining: {
      help: 'Upstream requests left for the account that has the fewest, not counting the API keys that serve viewers.',
      value: () => lowestOfOthers('requests'),
    },
    lowest_requests_remaining_ratio: {
      help: 'The share of its budget, from 0 to 1, that the account with the lowest share has left, not counting the API keys that serve viewers.',
      value: () => lowestOfOthers('share'),
    },
  };
}
