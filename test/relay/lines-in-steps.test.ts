import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Odds } from '../../src/contract/odds/odds.ts';
import { OddsBoard } from '../../src/live/board/odds-board.ts';
import { StepBuilder } from '../../src/live/relay/leader/step-builder.ts';
import { ReplicaBoard } from '../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS } from '../../src/live/relay/replica/row-types.ts';
import { decodeEntry } from '../../src/live/relay/step.ts';
import { oddsProjection } from '../../src/live/topics/odds-projection.ts';
import { OddsModel } from '../../src/models/odds.ts';
import { frames } from '../harness/feeds/frames.ts';
import { deltaOf, oddsRow } from '../harness/odds-rows.ts';
import { runs } from '../harness/property-runs.ts';

/** A few ids whose prices, of one selection, take over each other's lines. */
const id = fc.nat({ max: 3 });
const line = fc.nat({ max: 2 });

const actions = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('put' as const), id, line }),
    fc.record({ kind: fc.constant('move' as const), moves: fc.array(fc.record({ id, line })) }),
    fc.record({ kind: fc.constant('remove' as const), id }),
    fc.record({ kind: fc.constant('append' as const) }),
    fc.record({ kind: fc.constant('read' as const) }),
  ),
  { maxLength: 30, size: 'max' },
);

const put = (id: number, line: number) => ({ kind: 'put' as const, id, line });
const remove = (id: number) => ({ kind: 'remove' as const, id });
const move = (...moves: (readonly [id: number, line: number])[]) => ({
  kind: 'move' as const,
  moves: moves.map(([id, line]) => ({ id, line })),
});
const [append, read] = [{ kind: 'append' as const }, { kind: 'read' as const }];

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
];

test('a client of a replica has every price by its key, wherever changes are split into steps', () => {
  const histories = fc.record({ stepRowsMax: fc.integer({ min: 1, max: 3 }), actions });
  fc.assert(
    fc.property(histories, ({ stepRowsMax, actions }) => {
      const board = new OddsBoard();
      const replica = new ReplicaBoard<Odds>(ODDS_ROWS);
      const empty = { epoch: 'epoch', version: 0, forgottenVersion: 0 };
      for (const { rows } of [board, replica]) rows.rebuild(empty, []);
      const builder = new StepBuilder(board.rows, stepRowsMax);
      board.startSnapshot();
      board.completeSnapshot();
      const prices = new Map<number, number>();
      let offset = 0;
      const appendStep = () => {
        const { rows, forgottenIds: _, ...versions } = builder.next();
        offset += 1;
        const rest = { complete: true, statuses: [], end: null };
        const header = JSON.stringify({
          kind: 'step',
          epoch: 'epoch',
          offset,
          ...versions,
          ...rest,
        });
        const step = decodeEntry({ id: '1-1', header, rows }, ODDS_ROWS.decode);
        if (step !== 'release') expect(replica.apply(step)).toBe('applied');
      };
      const projection = oddsProjection({}, 2);
      const held = new Set<string>();
      let version = 0;
      const readChanges = () => {
        const { rows } = replica;
        const span = { from: { version, count: null }, to: { version: rows.version, count: null } };
        const changes = rows.changesSince(version, () => true);
        const payloads =
          (rows.remembers(version) ? projection.changes(changes, span, 0, String) : null) ??
          projection.snapshot([...rows.entries()], span.to, String);
        for (let i = 0; i < payloads.count; i += 1) {
          const event = payloads.at(i);
          if (event.__typename === 'OddsSnapshot' && event.offset === 0) held.clear();
          if (event.__typename === 'OddsRemoval') for (const key of event.keys) held.delete(key);
          if (event.__typename === 'OddsUpdate')
            for (const key of event.replacedKeys) held.delete(key);
          if (event.__typename !== 'OddsRemoval') for (const { key } of event.odds) held.add(key);
        }
        version = rows.version;
      };
      let odds_american = 100; // Each price is another one, so a move to the line that it has is a change as well.
      const priceOf = (id: number, line: number): Odds => {
        odds_american += 1;
        return { ...oddsRow(1), id: `${id}`, line, odds_american };
      };
      for (const action of actions) {
        if (action.kind === 'append') appendStep();
        else if (action.kind === 'read') readChanges();
        else if (action.kind === 'put') {
          prices.set(action.id, action.line);
          board.applyFrame(frames.snapshot([priceOf(action.id, action.line)]));
        } else if (action.kind === 'remove') {
          prices.delete(action.id);
          board.applyFrame(frames.removal([`${action.id}`]));
        } else {
          const moves = action.moves.filter((move) => prices.has(move.id));
          for (const { id, line } of moves) prices.set(id, line);
          board.applyFrame(frames.update(moves.map(({ id, line }) => deltaOf(priceOf(id, line)))));
        }
      }
      while (builder.hasChanges) appendStep();
      readChanges();
      const keys = [...prices].map(([id, line]) => new OddsModel(priceOf(id, line)).key);
      expect([...held].sort()).toEqual([...new Set(keys)].sort());
    }),
    { numRuns: runs(500), examples: EXAMPLES.map((actions) => [{ stepRowsMax: 1, actions }]) },
  );
});
