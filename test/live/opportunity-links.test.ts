import { expect, test } from 'vitest';
import { LiveClient } from '../harness/clients/live-client.ts';
import { HandMadeFeed } from '../harness/feeds/hand-made-feed.ts';
import { totals } from '../harness/feeds/small-market.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';

const graph = await sharedGraph({
  feed: (clock) => {
    const feed = new HandMadeFeed(clock);
    const corners = { market_type: 'total_corners' };
    feed.offer([
      ...totals({ pinnacle: [2.0, 1.9], fanduel: [1.8, 2.2] }),
      ...totals({ pinnacle: [1.98, 1.98], fanduel: [1.9, 1.95] }, { line: 3.5 }), // A low hold.
      // A middle at two sportsbooks, of which Circa has no links.
      ...totals({ pinnacle: [1.9, 2.0], fanduel: [2.05, 1.8] }, { ...corners, line: 8.5 }),
      ...totals({ pinnacle: [3.0, 1.42], circa: [2.7, 1.48] }, { ...corners, line: 9.5 }),
    ]);
    return feed;
  },
});

test('every open opportunity links to its event, and a +EV one to its sportsbook', async () => {
  const client = await LiveClient.open(
    graph.url,
    `subscription { liveOpportunities(minEvPercent: 0, minProfitPercent: 0) {
      ... on FeedStatus { state }
      ... on OpportunitiesDetected { kind opportunities {
        eventId event { id }
        ... on EvOpportunity { sportsbookId sportsbook { id } }
      } }
    } }`,
  );
  const kinds = new Set<string>();
  for (let isReady = false; !isReady; ) {
    const { data, errors } = await client.next();
    expect(errors).toBeUndefined();
    const { state, kind, opportunities = [] } = Object(data?.liveOpportunities);
    for (const { eventId, event, sportsbookId, sportsbook } of opportunities) {
      kinds.add(kind);
      expect(event.id).toBe(eventId);
      expect(sportsbook?.id).toBe(sportsbookId);
    }
    isReady = state === 'READY';
  }
  expect([...kinds].sort()).toEqual(['ARBITRAGE', 'EV', 'LOW_HOLD', 'MIDDLE']);
  client.close();
});

test('the bets of a middle have a link only where the sportsbook has one', async () => {
  const side = '{ sportsbookId deepLinkUrl deepLink(state: "NJ") { url } }';
  const data = await graph.dataOf(
    `{ opportunities(kinds: [MIDDLE]) { nodes { ... on MiddleOpportunity { side1 ${side} side2 ${side} } } } }`,
  );
  expect(data.opportunities?.nodes).toEqual([
    {
      side1: {
        sportsbookId: 'fanduel',
        deepLinkUrl: expect.any(String),
        deepLink: { url: expect.stringContaining('?book=fanduel&state=nj') },
      },
      side2: { sportsbookId: 'circa', deepLinkUrl: null, deepLink: { url: null } },
    },
  ]);
});
