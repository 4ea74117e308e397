import { expect, test } from 'vitest';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { DOCUMENT } from '../soak/hour/queries.ts';

const graph = await sharedGraph();

test.each([
  ['Board', { leagues: ['nba', 'nfl'], sportsbooks: ['draftkings', 'fanduel'] }],
  ['EventPage', { isPro: true }],
  ['Account', {}],
])('answers the operation %s of frontends', async (operationName, variables) => {
  const { data: board } = await graph.rest<{ data: { id: string }[] }>('/events?limit=1');
  const data = await graph.dataOf<Record<string, unknown>>(DOCUMENT, {
    operationName,
    variables: { id: board[0]?.id, ...variables },
  });
  expect(Object.values(data)).not.toContain(null);
});
