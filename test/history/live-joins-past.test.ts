import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BoardRow } from '../../src/origin/origin-board.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { OneGame } from '../harness/feeds/one-game.ts';
import { runs } from '../harness/property-runs.ts';
import { recordingIn } from '../harness/servers/recording.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';

const LIVE = `subscription { liveOdds(filter: { markets: ["moneyline"] }, conflateMs: 0) { __typename
  ... on OddsSnapshot { isLast odds { selectionType changedAt price { american } } }
  ... on OddsUpdate { odds { selectionType changedAt price { american } } } } }`;

const PAST = `query ($from: DateTime) { event(id: "game") { odds(filter: { markets: ["moneyline"] }) { selectionType
  history(from: $from, first: 500) { points { at price { american } } } } } }`;

/** A price of the home team, and since when it stands. */
interface Point {
  readonly at: number;
  readonly american: number;
}

let graph: TestGraph;
let game: OneGame;
let home: BoardRow;
let changes = 0;

beforeAll(async () => {
  game = new OneGame();
  const [row] = game.moneyline;
  if (row === undefined) throw new Error('The game has a moneyline.');
  home = row;
  graph = await startTestGraph({
    feed: () => game.feed,
    history: recordingIn(),
  });
  const start = new Date(graph.clock.now()).toISOString();
  await until(async () => {
    graph.pass();
    return (await readPast(start)).length > 0; // What changes from now on is recorded.
  });
});

afterAll(() => graph.stop());

/** The next price, a moment after the one before. */
function change(): void {
  changes += 1;
  graph.clock.advance(10);
  home = game.feed.change(home, {
    odds_american: 100 + changes,
    odds_decimal: 2 + changes / 100,
    odds_changed_at: new Date(graph.clock.now()).toISOString(),
  });
}

async function readPast(from: string): Promise<Point[]> {
  const { data, errors } = await graph.ask(PAST, { key: 'demo_enterprise', variables: { from } });
  expect(errors).toEqual([]);
  const odds = data.event?.odds?.find(({ selectionType }) => selectionType === 'home');
  return (odds?.history?.points ?? []).map(({ at, price }) => ({
    at: Date.parse(at),
    american: price?.american ?? 0,
  }));
}

/** What one event of the subscription says about the home team. */
function pointsOf(result: LiveClient['results'][number]): Point[] {
  const event = result.data?.liveOdds;
  if (event?.__typename !== 'OddsSnapshot' && event?.__typename !== 'OddsUpdate') return [];
  return event.odds
    .filter(({ selectionType }) => selectionType === 'home')
    .map(({ changedAt, price }) => ({
      at: Date.parse(changedAt ?? ''),
      american: price.american,
    }));
}

/** The client has got the newest price. */
async function isUpToDate(client: LiveClient): Promise<void> {
  while (client.results.flatMap(pointsOf).at(-1)?.american !== 100 + changes) await client.next();
}

const someChanges = fc.integer({ min: 1, max: 6 });

test('the history read when a subscription begins, and its updates, are the history read later: no hole, no double', async () => {
  await fc.assert(
    fc.asyncProperty(someChanges, someChanges, fc.boolean(), async (before, after, isReadFirst) => {
      const from = new Date(graph.clock.now()).toISOString();
      for (let i = 0; i < before; i += 1) change();
      graph.pass();
      const client = await LiveClient.open(graph.url, LIVE);
      await isUpToDate(client);
      const reading = readPast(from);
      if (isReadFirst) await reading; // Otherwise prices change while it is read.
      for (let i = 0; i < after; i += 1) {
        change();
        graph.originClock.advance(1_000);
        graph.clock.advance(100); // All of them take less than the second for which a reader waits.
        await isUpToDate(client); // Else the client may get several changes as one.
      }
      const past = await reading;
      const [snapshot, ...updates] = client.results.flatMap(pointsOf);
      client.close();
      expect(past).toContainEqual(snapshot);
      const end = past.at(-1)?.at ?? 0;
      // The clock that the test sets forward may take a reader's time to wait before the store has had its own.
      let later: Point[] = [];
      await until(async () => {
        later = await readPast(from);
        return later.at(-1)?.american === 100 + changes;
      });
      expect([...past, ...updates.filter(({ at }) => at > end)]).toEqual(later);
    }),
    { numRuns: runs(20) },
  );
});
