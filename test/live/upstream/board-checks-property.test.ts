import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subscribeToBoard } from '../../harness/clients/board-subscriber.ts';
import { metricOf } from '../../harness/clients/exposed-metrics.ts';
import { sharedGraph } from '../../harness/hooks/shared-graph.ts';
import { runs } from '../../harness/property-runs.ts';

const SECOND = 1_000;
const ROUNDS = runs(12);

const graph = await sharedGraph();
graph.originClock.advance(5 * SECOND);

/** How many checks have ended in this process, by outcome. */
function ended(outcome: string): Promise<number> {
  return metricOf(graph.url, `board_checks_total{outcome="${outcome}"}`);
}

/** Checks with another outcome than `agreed`. */
async function others(): Promise<number> {
  return (await ended('differed')) + (await ended('failed'));
}

const seconds = fc.nat(2);

/** Changes of the board while upstream answers a check, before and after it reads its list. */
const round = fc.record({ before: seconds, after: seconds, later: seconds });

test('a correct board passes every check, with one or two requests each, however the list and the stream race', async () => {
  await subscribeToBoard(graph);
  const othersAtRest = await others();
  let rounds = 0;
  await fc.assert(
    fc.asyncProperty(round, async ({ before, after, later }) => {
      rounds += 1;
      graph.proxy.spoil('GET /odds', async ({ forward, response }) => {
        graph.originClock.advance(before * SECOND);
        const { status, headers, body } = await forward();
        graph.originClock.advance(after * SECOND);
        response.writeHead(status, headers).end(body);
      });
      const checks = graph.proxy.boardChecks;
      const agreed = await ended('agreed');
      for (let passed = 0; passed < 60; passed += 5) {
        graph.originClock.advance(SECOND);
        await graph.proxy.heartbeat();
        await ended('agreed'); // Waits long enough for a frame to reach the graph.
        graph.clock.advance(5 * SECOND); // Less than a check may take.
      }
      while ((await ended('agreed')) === agreed) {
        expect(await others()).toBe(othersAtRest);
        graph.originClock.advance(later * SECOND);
        graph.clock.advance(SECOND / 2);
        await graph.proxy.heartbeat();
      }
      expect(graph.proxy.boardChecks - checks).toBeGreaterThanOrEqual(1);
      expect(graph.proxy.boardChecks - checks).toBeLessThanOrEqual(2);
    }),
    { numRuns: ROUNDS, endOnFailure: true },
  );
  expect(rounds).toBe(ROUNDS);
  expect(graph.proxy.counts['GET /stream']).toBe(1);
}, 120_000);
