import { expect, test } from 'vitest';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { answer, hang } from '../../harness/servers/faults.ts';
import { until } from '../../harness/until.ts';

const graph = await sharedGraph();

const FIELD = 'odds(filter: { sportsbooks: ["fandual"] }) { totalCount }';
const NOTHING = { data: { odds: { totalCount: 0 } }, errors: [] };

test('an answer does not depend on whether names can be listed', async () => {
  graph.proxy.spoil('GET /sportsbooks', answer(500));
  const { cost, ...rest } = await graph.ask(`{ ${FIELD} }`);
  expect(rest).toMatchObject(NOTHING);
  expect(cost.hints).toBeUndefined();
});

test('an answer waits a second at most for names to be listed', async () => {
  graph.proxy.spoil('GET /sportsbooks', hang);
  let isAnswered = false;
  const asked = graph.ask(`{ ${FIELD} }`).finally(() => {
    isAnswered = true;
  });
  await until(() => graph.proxy.counts['GET /sportsbooks'] === 1);
  graph.clock.advance(999);
  await graph.ask('{ __typename }'); // An answer that waited for nothing would have come by then.
  expect(isAnswered).toBe(false);
  graph.clock.advance(1);
  const { cost, ...rest } = await asked;
  expect(rest).toMatchObject(NOTHING);
  expect(cost.hints).toBeUndefined();
});

test('names are not listed again for an answer for which they could not be', async () => {
  graph.proxy.spoil('GET /sportsbooks', answer(500));
  const { data } = await graph.ask(`{ one: ${FIELD} two: ${FIELD} three: ${FIELD} }`);
  expect(data).toMatchObject({ one: { totalCount: 0 }, three: { totalCount: 0 } });
  expect(graph.proxy.counts['GET /sportsbooks']).toBe(3); // One request, which was retried twice.
});
