import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/history/worker/open-store.ts';
import { event, HandMadeFeed, price } from '../harness/feeds/hand-made-feed.ts';
import { sharedPostgres } from '../harness/hooks/postgres.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { hasPostgres } from '../harness/programs/postgres.ts';
import { newStoreUrl, recordingIn } from '../harness/servers/recording.ts';
import { startTestGraph, type TestGraph } from '../harness/servers/test-graph.ts';
import { until } from '../harness/until.ts';
import { gameOf, REPLAYED_DAY, randomOf, replay, replayedSeries } from './replayed-day.ts';

const GAME = gameOf(0);
const STARTED_AT = GAME.event.startedAt ?? 0;
type ReplayedPoint = (typeof GAME.points)[number][number];

const iso = (ms: number) => new Date(ms).toISOString();

/** What of a point can be seen in the graph: the price only while it was open. */
function seen(point: ReplayedPoint | undefined) {
  if (point === undefined) throw new Error('There is no such point.');
  const { at, american, line, isLive, status } = point;
  const odds = status === 'open' ? { american } : null;
  return { at: iso(at), price: odds, line, isLive, status: status.toUpperCase() };
}

/** What was on the board after these points, by side. */
function boardOf(isThen: (point: ReplayedPoint) => boolean) {
  const sides = GAME.points.flatMap((points, side) => {
    const last = points.findLast(isThen);
    if (last === undefined || last.status === 'removed') return [];
    return [[`Side ${side}`, seen(last)] as const];
  });
  return Object.fromEntries(sides);
}

const newPostgresUrl = sharedPostgres();
const STORES: [name: string, newUrl: () => string | Promise<string>][] = [['SQLite', newStoreUrl]];
if (hasPostgres) STORES.push(['PostgreSQL', newPostgresUrl]);

describe.each(STORES)('a day that was replayed to %s: of a game, its points tell', (_, newUrl) => {
  let graph: TestGraph;

  beforeAll(async () => {
    const history = recordingIn(await newUrl());
    const store = await openStore(history.url);
    await replay(store);
    await store.close();
    const feed = new HandMadeFeed(new ManualClock());
    const start_time = iso(STARTED_AT);
    feed.offer(
      GAME.points.map((_, side) => {
        const { eventId, marketType, selection, selectionType } = replayedSeries('game-0', side);
        const bet = { market_type: marketType, selection, selection_type: selectionType };
        const odds = { line: -3.5, is_live: true, event_start_time: start_time };
        return price({ id: `${side}`, event_id: eventId, ...bet, ...odds });
      }),
      [event({ id: 'game-0', start_time, is_live: true })],
    );
    graph = await startTestGraph({ feed: () => feed, history });
    await until(async () => {
      graph.clock.advance(50);
      const { data } = await graph.ask('{ historyCoverage { until } }', { key: 'demo_pro' });
      return Date.parse(data.historyCoverage?.until ?? '') >= graph.clock.now();
    });
  }, 1_200_000);
  afterAll(() => graph.stop());

  // biome-ignore lint/suspicious/noExplicitAny: answers are compared with what the points say.
  function ask(query: string, variables: object = {}): Promise<any> {
    return graph.dataOf(query, { key: 'demo_pro', variables: { ...variables } });
  }

  test('Odds.history, opening and closing', async () => {
    const { event } = await ask(
      `query ($from: DateTime!, $to: DateTime!) { event(id: "game-0") { odds { selection
        opening { at line wasOpen isFirstSeen price { american } }
        closing { at line wasOpen isProvisional price { american } }
        history(from: $from, to: $to) { points { at price { american } line isLive status }
          coverage { isComplete } pageInfo { hasNextPage } } } } }`,
      { from: iso(REPLAYED_DAY.from), to: iso(REPLAYED_DAY.to) },
    );
    expect(event.odds).toHaveLength(GAME.points.length);
    for (const { selection, opening, closing, history } of event.odds) {
      const points = GAME.points[Number(selection.replace('Side ', ''))] ?? [];
      expect(history).toEqual({
        points: points.map(seen),
        coverage: { isComplete: true },
        pageInfo: { hasNextPage: false },
      });
      const { isLive: _, status: opened, ...first } = seen(points[0]);
      expect(opening).toEqual({ ...first, wasOpen: opened === 'OPEN', isFirstSeen: false });
      const last = points.findLast(({ isLive }) => !isLive);
      if (last === undefined) expect(closing).toBeNull();
      else {
        const { at, line, american, status } = last;
        const rest = { wasOpen: status === 'open', isProvisional: false };
        expect(closing).toEqual({ at: iso(at), line, price: { american }, ...rest });
      }
    }
  });

  test('Event.oddsAt and closingOdds', async () => {
    const fields = 'selection at price { american } line isLive status';
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const bySide = (odds: any[]) =>
      Object.fromEntries(odds.map(({ selection, ...rest }) => [selection, rest]));
    const random = randomOf(1_847);
    for (let time = 0; time < 20; time += 1) {
      const at = Math.floor(REPLAYED_DAY.from + random() * (REPLAYED_DAY.to - REPLAYED_DAY.from));
      const query = `query ($at: DateTime!) { event(id: "game-0") { oddsAt(time: $at) { ${fields} } } }`;
      const { event } = await ask(query, { at: iso(at) });
      expect(bySide(event.oddsAt)).toEqual(boardOf((point) => point.at <= at));
    }
    const { event } = await ask(
      `{ event(id: "game-0") { closingOdds { selection at line status } } }`,
    );
    const closing = Object.entries(boardOf(({ isLive }) => !isLive)).map(
      ([side, { at, line, status }]) => [side, { at, line, status }],
    );
    expect(bySide(event.closingOdds)).toEqual(Object.fromEntries(closing));
  });
});
