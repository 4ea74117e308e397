import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Odds } from '../../src/contract/odds/odds.ts';
import { OddsBoard } from '../../src/live/board/odds-board.ts';
import { StepBuilder } from '../../src/live/relay/leader/step-builder.ts';
import { ReplicaBoard } from '../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS } from '../../src/live/relay/replica/row-types.ts';
import { decodeEntry } from '../../src/live/relay/step.ts';
import { OddsModel } from '../../src/models/odds.ts';
import { Scheduler } from '../../src/scheduling/scheduler.ts';
import { frames } from '../harness/feeds/frames.ts';
import { oddsStream } from '../harness/feeds/odds-streams.ts';
import { SimulatedReader } from '../harness/feeds/simulated-reader.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { deltaOf, oddsRow } from '../harness/odds-rows.ts';
import { runs } from '../harness/property-runs.ts';
import { PLAIN_STEP } from './model/plain-step.ts';

/** A few ids whose prices, of one selection at two sportsbooks, take over each other's lines. */
const id = fc.nat({ max: 3 });
const line = fc.nat({ max: 2 });
const book = fc.constantFrom('draftkings', 'fanduel');
const reader = fc.nat({ max: 1 });

const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('put' as const), id, line, book }),
    fc.record({ kind: fc.constant('move' as const), moves: fc.array(fc.record({ id, line })) }),
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('append' as const) }),
    fc.record({ kind: fc.constant('read' as const), reader }),
  ),
  { maxLength: 30, size: 'max' },
);

const put = (id: number, line: number, book = 'draftkings') => ({
  ...{ kind: 'put' as const, id, line, book },
});
const remove = (id: number) => ({ kind: 'remove' as const, id });
const move = (...moves: (readonly [id: number, line: number])[]) => ({
  kind: 'move' as const,
  moves: moves.map(([id, line]) => ({ id, line })),
});
const [append, read] = [{ kind: 'append' as const }, { kind: 'read' as const, reader: 0 }];

const EXAMPLES = [
  // Two prices that exchange their lines; one that takes over a line of another, and one of these is removed.
  [put(0, 0), put(1, 1), append, append, read, move([0, 1], [1, 0]), append, read],
  [
    ...[put(0, 0), put(1, 2), put(3, 9), append, append, append, read, move([0, 1]), move([3, 8])],
    ...[move([0, 5]), move([1, 0]), append, read, append, remove(1), append, read],
  ],
  [put(0, 0), put(1, 0), move([0, 2]), move([1, 2]), put(2, 0), remove(0), append, read],
  // One that takes over a line, and is seen before the removal of the one that had it, which copies know at that line.
  [
    ...[put(0, 1), put(1, 5), append, append, read, move([0, 3]), move([1, 1]), remove(0)],
    ...[append, read, append, read],
  ],
  // One that is back after a removal that came later than a read between its move and its removal.
  [
    ...[put(0, 1), put(1, 0), append, append, move([0, 0], [1, 2]), append, read],
    ...[remove(0), append, put(0, 0), append, read],
  ],
  // One that has moved, and is back at that line after another price had its id, before any of it is read.
  [
    ...[put(0, 0), append, read, move([0, 1]), append],
    ...[put(0, 1, 'fanduel'), put(0, 1), append, read],
  ],
  // Two at one line, of which the first makes way for another price, in a step after the one that repeats the second.
  [put(0, 0), put(1, 0), append, remove(0), put(0, 0, 'fanduel'), append, read],
];

/** Runs nothing before it is told to, so that a topic collects the changes of several steps. */
class HeldScheduler extends Scheduler {
  readonly #tasks: (() => void)[] = [];

  override add(_account: string, _owner: object, task: () => void): void {
    this.#tasks.push(task);
  }

  run(): void {
    for (const task of this.#tasks.splice(0)) task();
  }
}

test('a client of a replica has every price by its key, wherever changes are split into steps', () => {
  const histories = fc.record({ stepRowsMax: fc.integer({ min: 1, max: 3 }), actions });
  fc.assert(
    fc.property(histories, ({ stepRowsMax, actions }) => {
      const board = new OddsBoard();
      const replica = new ReplicaBoard<Odds>(ODDS_ROWS);
      const empty = { epoch: 'epoch', version: 0, forgottenVersion: 0 };
      for (const { rows } of [board, replica]) rows.rebuild(empty, []);
      const builder = new StepBuilder(board.rows, stepRowsMax);
      board.applyFrame(frames.connected());
      board.applyFrame(frames.complete([]));
      const clock = new ManualClock();
      const scheduler = new HeldScheduler(clock);
      const openStream = () => ({ close() {}, reconnect() {} });
      const stream = oddsStream({ board: replica, clock, scheduler, openStream });
      const readers = [new SimulatedReader(), new SimulatedReader()];
      for (const one of readers) one.subscribe(stream);
      const prices = new Map<number, Odds>();
      let offset = 0;
      const appendStep = () => {
        const { rows, forgottenIds: _, ...versions } = builder.next();
        offset += 1;
        const header = JSON.stringify({ ...PLAIN_STEP, epoch: 'epoch', offset, ...versions });
        const step = decodeEntry({ id: '1-1', header, rows }, ODDS_ROWS.decode);
        if (step !== 'release') expect(replica.apply(step)).toBe('applied');
      };
      let odds_american = 100; // Each price is another one, so a move to the line that it has is a change as well.
      const priceOf = (id: number, line: number, sportsbook: string): Odds => {
        odds_american += 1;
        return { ...oddsRow(1), id: `${id}`, line, sportsbook, odds_american };
      };
      for (const action of actions) {
        if (action.kind === 'append') appendStep();
        else if (action.kind === 'read') {
          scheduler.run();
          readers[action.reader]?.read();
        } else if (action.kind === 'put') {
          const price = priceOf(action.id, action.line, action.book);
          prices.set(action.id, price);
          board.applyFrame(frames.snapshot([{ ...price }]));
        } else if (action.kind === 'remove') {
          prices.delete(action.id);
          board.applyFrame(frames.removal([`${action.id}`]));
        } else {
          const moved = action.moves.flatMap(({ id, line }) => {
            const price = prices.get(id);
            if (price === undefined) return [];
            prices.set(id, priceOf(id, line, price.sportsbook));
            return deltaOf(prices.get(id) as Odds);
          });
          board.applyFrame(frames.update(moved));
        }
      }
      while (builder.hasChanges) appendStep();
      scheduler.run();
      const keys = new Set(prices.values().map((price) => new OddsModel(price).key));
      for (const one of readers) {
        one.read();
        expect(new Set(one.mirror.odds.keys())).toEqual(keys);
      }
    }),
    { numRuns: runs(500), examples: EXAMPLES.map((actions) => [{ stepRowsMax: 1, actions }]) },
  );
});
