import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ComparedEvent, compareMarkets } from '../../../src/contract/odds/compare-markets.ts';
import { completeQuotes } from '../../../src/contract/odds/complete-markets.ts';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { readRecordedBoard } from '../../../src/origin/feeds/recorded-board.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { recordedBoards } from '../../harness/servers/recorded-boards.ts';

/** Identifies a price in a comparison, except for the selection's name. */
function keyOf(odds: Odds, book = odds.sportsbook): string {
  const line = odds.line ?? null;
  return [odds.market_type, odds.selection_type, line, book, odds.odds_decimal].join('|');
}

interface Priced {
  readonly event: ComparedEvent;
  readonly rows: readonly Odds[];
}

function compare({ event, rows }: Priced) {
  return compareMarkets(rows, event).map(({ wire }) => wire);
}

/** Every price of a comparison. */
function pricesIn({ event, rows }: Priced): string[] {
  return compare({ event, rows }).flatMap(({ market_type, selections }) =>
    selections.flatMap(({ selection_type, line, books }) =>
      Object.entries(books).map(([book, { odds_decimal }]) =>
        [market_type, selection_type, line ?? null, book, odds_decimal].join('|'),
      ),
    ),
  );
}

/**
 * The words and numbers of a name that change the meaning of a selection. A combined type says none of them, and "Yes" alone
 * after a name affirms it. The hyphen of "2-1" is no sign.
 */
function meaningOf({ selection, selection_type, line }: Odds): string {
  const name = selection.toLowerCase().replace(/(?<!&|\band) yes$/, '');
  const words = name.match(/((?<!\d)[+-])?\d+(\.\d+)?|\b(yes|no|win|any)\b/g) ?? [];
  return words.filter((word) => Number(word) !== line && word !== selection_type).join(' ');
}

const boards = recordedBoards();

describe.skipIf(boards.length === 0)('on recorded boards', () => {
  describe.each(boards)('$name', ({ path }) => {
    const { board } = readRecordedBoard(path, new ManualClock());
    const events = board
      .events()
      .map(
        (event): Priced => ({
          event,
          rows: Array.from(board.rowsOf(event.id), (row) => row.odds),
        }),
      )
      .toArray();

    test('every price of an event is in its comparison exactly once', () => {
      for (const { event, rows } of events) {
        expect(pricesIn({ event, rows }).sort()).toEqual(rows.map((odds) => keyOf(odds)).sort());
      }
    });

    test('every price of any part of an event, in any order, is in its comparison exactly once', () => {
      const part = fc
        .constantFrom(...events)
        .chain(({ event, rows }) =>
          fc.record({ event: fc.constant(event), rows: fc.shuffledSubarray([...rows]) }),
        );
      fc.assert(
        fc.property(part, ({ event, rows }) => {
          expect(pricesIn({ event, rows }).sort()).toEqual(rows.map((odds) => keyOf(odds)).sort());
        }),
      );
    });

    test('no sportsbook prices all sides of a market at a loss, or at a margin that none has', () => {
      for (const { event, rows } of events) {
        for (const { wire, complete } of compareMarkets(rows, event)) {
          // Of "England & Yes" and "England & No" in one market, neither needs to win.
          const isCombined = wire.market_type.endsWith('both_teams_to_score');
          for (const { sides } of complete) {
            for (const [book, implied] of completeQuotes(sides)) {
              const sum = implied.reduce((total, probability) => total + probability, 0);
              expect(sum, `${wire.market_type} at ${book}`).toBeLessThan(1.2);
              if (!isCombined) expect(sum, `${wire.market_type} at ${book}`).toBeGreaterThan(0.96);
            }
          }
        }
      }
    });

    test('no prices of one selection are far apart, and few selections are divided for that', () => {
      let [divided, all] = [0, 0];
      for (const priced of events) {
        for (const { market_type, selections } of compare(priced)) {
          for (const { selection, books } of selections) {
            const implied = Object.values(books).map(({ odds_decimal }) => 1 / odds_decimal);
            const [least, most] = [Math.min(...implied), Math.max(...implied)];
            const isFar = most - least > 0.15 && most / least > 3;
            expect(isFar, `${market_type}: ${selection}`).toBe(false);
          }
        }
        const asLive = compare({ ...priced, event: { ...priced.event, is_live: true } });
        const count = (markets: ReturnType<typeof compare>) =>
          markets.flatMap((market) => market.selections).length;
        all += count(asLive);
        divided += count(compare(priced)) - count(asLive);
      }
      expect(divided).toBeLessThan(all / 40);
    });

    test('prices of one selection have the same meaning beyond their side and line', () => {
      for (const { event, rows } of events) {
        const byPlace = Map.groupBy(rows, (odds) => keyOf(odds));
        for (const { market_type, selections } of compare({ event, rows })) {
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
