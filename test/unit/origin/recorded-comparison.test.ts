import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds.ts';
import { readRecordedBoard } from '../../../src/origin/feeds/recorded-board.ts';
import { compareMarkets } from '../../../src/origin/odds/compare-markets.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { recordedBoards } from '../../harness/servers/recorded-boards.ts';

/** What names a price in a comparison, but for the selection's name. */
function placeOf(odds: Odds, book = odds.sportsbook): string {
  const line = odds.line ?? null;
  return [odds.market_type, odds.selection_type, line, book, odds.odds_decimal].join('|');
}

/** Every price of a comparison. */
function pricesIn(rows: readonly Odds[]): string[] {
  return compareMarkets(rows).flatMap(({ market_type, selections }) =>
    selections.flatMap(({ selection_type, line, books }) =>
      Object.entries(books).map(([book, { odds_decimal }]) =>
        [market_type, selection_type, line ?? null, book, odds_decimal].join('|'),
      ),
    ),
  );
}

/** Words and numbers of a name that make a bet of another meaning. */
function meaningOf({ selection, selection_type, line }: Odds): string {
  const words = selection.toLowerCase().match(/[+-]?\d+(\.\d+)?|\b(yes|no|win|any)\b/g) ?? [];
  const told = selection_type.split('_');
  return words.filter((word) => Number(word) !== line && !told.includes(word)).join(' ');
}

const boards = recordedBoards();

describe.skipIf(boards.length === 0)('on recorded boards', () => {
  describe.each(boards)('$name', ({ path }) => {
    const { board } = readRecordedBoard(path, new ManualClock());
    const events = board
      .events()
      .map(({ id }) => Array.from(board.rowsOf(id), (row) => row.odds))
      .toArray();

    test('every price of every event is in its comparison exactly once', () => {
      for (const rows of events) {
        expect(pricesIn(rows).sort()).toEqual(rows.map((odds) => placeOf(odds)).sort());
      }
    });

    test('so it is with any part of an event, in any order', () => {
      const part = fc.constantFrom(...events).chain((rows) => fc.shuffledSubarray(rows));
      fc.assert(
        fc.property(part, (rows) => {
          expect(pricesIn(rows).sort()).toEqual(rows.map((odds) => placeOf(odds)).sort());
        }),
      );
    });

    test('prices that are joined say the same beyond their side and line', () => {
      for (const rows of events) {
        const byPlace = Map.groupBy(rows, (odds) => placeOf(odds));
        for (const { market_type, selections } of compareMarkets(rows)) {
          for (const { selection, selection_type, line, books } of selections) {
            const meanings = Object.entries(books).flatMap(([book, { odds_decimal }]) => {
              const place = [market_type, selection_type, line ?? null, book, odds_decimal].join(
                '|',
              );
              const [odds, ...others] = byPlace.get(place) ?? [];
              // Where a book has the same price on two selections the name alone tells which it is.
              return odds === undefined || others.length > 0 ? [] : [meaningOf(odds)];
            });
            expect(new Set(meanings).size, `${market_type}: ${selection}`).toBeLessThanOrEqual(1);
          }
        }
      }
    });
  });
});
