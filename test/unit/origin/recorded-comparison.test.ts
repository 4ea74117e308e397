import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { readRecordedBoard } from '../../../src/origin/feeds/recorded-board.ts';
import { compareMarkets } from '../../../src/origin/odds/compare-markets.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { recordedBoards } from '../../harness/servers/recorded-boards.ts';

/** Identifies a price in a comparison, except for the selection's name. */
function keyOf(odds: Odds, book = odds.sportsbook): string {
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

/** The words and numbers of a name that change the meaning of a selection. */
function meaningOf({ selection, selection_type, line }: Odds): string {
  const words = selection.toLowerCase().match(/[+-]?\d+(\.\d+)?|\b(yes|no|win|any)\b/g) ?? [];
  const typeWords = selection_type.split('_');
  return words.filter((word) => Number(word) !== line && !typeWords.includes(word)).join(' ');
}

const boards = recordedBoards();

describe.skipIf(boards.length === 0)('on recorded boards', () => {
  describe.each(boards)('$name', ({ path }) => {
    const { board } = readRecordedBoard(path, new ManualClock());
    const events = board
      .events()
      .map(({ id }) => Array.from(board.rowsOf(id), (row) => row.odds))
      .toArray();

    test('every price of an event is in its comparison exactly once', () => {
      for (const rows of events) {
        expect(pricesIn(rows).sort()).toEqual(rows.map((odds) => keyOf(odds)).sort());
      }
    });

    test('every price of any part of an event, in any order, is in its comparison exactly once', () => {
      const part = fc.constantFrom(...events).chain((rows) => fc.shuffledSubarray(rows));
      fc.assert(
        fc.property(part, (rows) => {
          expect(pricesIn(rows).sort()).toEqual(rows.map((odds) => keyOf(odds)).sort());
        }),
      );
    });

    test('prices of one selection have the same meaning beyond their side and line', () => {
      for (const rows of events) {
        const byPlace = Map.groupBy(rows, (odds) => keyOf(odds));
        for (const { market_type, selections } of compareMarkets(rows)) {
          for (const { selection, selection_type, line, books } of selections) {
            const meanings = Object.entries(books).flatMap(([book, { odds_decimal }]) => {
              const place = [market_type, selection_type, line ?? null, book, odds_decimal].join(
                '|',
              );
              const [odds, ...others] = byPlace.get(place) ?? [];
              // If a book has the same price on two selections, only the name separates them.
              return odds === undefined || others.length > 0 ? [] : [meaningOf(odds)];
            });
            expect(new Set(meanings).size, `${market_type}: ${selection}`).toBeLessThanOrEqual(1);
          }
        }
      }
    });
  });
});
