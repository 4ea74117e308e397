import { expect, test } from 'vitest';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { answer, holdUntil } from '../../harness/servers/faults.ts';
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

test('an answer waits a second at most for names to be listed, and no others are listed after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  graph.proxy.spoil('GET /sportsbooks', holdUntil(promise));
  let isAnswered = false;
  const field = FIELD.replace('sportsbooks:', 'markets: ["monyline"], sportsbooks:');
  const asked = graph.ask(`{ ${field} }`).finally(() => {
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
  resolve();
  await graph.ask('{ sportsbooks { id } }');
  await graph.ask('{ events { totalCount } }');
  expect(graph.proxy.counts['GET /events']).toBe(1);
});

test('names are not listed again for an answer for which they could not be', async () => {
  graph.proxy.spoil('GET /sportsbooks', answer(500));
  const { data } = await graph.ask(`{ one: ${FIELD} two: ${FIELD} three: ${FIELD} }`);
  expect(data).toMatchObject({ one: { totalCount: 0 }, three: { totalCount: 0 } });
  expect(graph.proxy.counts['GET /sportsbooks']).toBe(3); // One request, which was retried twice.
});
