import { describe, expect, test } from 'vitest';
import { holdsOf } from '../../../src/board/page/prices/fair-prices.ts';
import { Market } from '../../../src/board/page/prices/market-table.ts';
import { type Quote, quoteOf } from '../../../src/board/page/prices/quote.ts';
import { lineOf, marketKey, sideKey } from '../../../src/board/page/prices/sides.ts';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { betsOf } from '../../../src/contract/odds/same-bet.ts';
import { oddsKey } from '../../../src/models/odds.ts';
import { readRecordedBoard } from '../../../src/origin/feeds/recorded-board.ts';
import { price } from '../../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { recordedBoards } from '../../harness/servers/recorded-boards.ts';

function quote(odds: Odds): Quote {
  const sent = {
    key: oddsKey(odds.event_id, odds),
    eventId: odds.event_id,
    sportsbookId: odds.sportsbook,
    marketType: odds.market_type,
    selection: odds.selection,
    selectionType: odds.selection_type,
    line: odds.line ?? null,
    isLive: false,
    lastSeenAt: odds.last_seen_at,
    price: { american: odds.odds_american, decimal: odds.odds_decimal },
  };
  return quoteOf(sent, undefined, 0);
}

/** The rows of the page for these prices: each market with its sides. */
function rowsOf(rows: readonly Odds[]): Market[] {
  const markets = new Map<string, Market>();
  for (const one of rows.map(quote)) {
    const key = marketKey(one);
    const market = markets.get(key) ?? new Market(key, one);
    markets.set(key, market);
    market.set(one);
  }
  return [...markets.values()];
}

const labelsOf = (rows: readonly Odds[]) =>
  rowsOf(rows).map(({ subject, sides }) => [subject, sides.map(({ label }) => label)]);

function side(selection_type: string, sportsbook: string, more: Partial<Odds> = {}): Odds {
  return price({ selection_type, selection: selection_type, sportsbook, ...more });
}

const total = (type: string, book: string, line: number, odds_decimal = 1.9) =>
  side(type, book, { market_type: 'total_goals', line, odds_decimal });

/** The lines at which a sportsbook is shown in the first of the markets. */
const linesOf = (rows: readonly Odds[], book: string) =>
  rowsOf(rows)[0]
    ?.table()
    .cells.get(book)
    ?.map((cell) => cell?.quote.line);

test('spellings of a team, and over and under with their line, are the same side', () => {
  const rows = [
    side('home', 'a', { selection: 'Arsenal' }),
    side('home', 'b', { selection: 'ARSENAL' }),
    side('over', 'a', { market_type: 'total_goals', selection: 'Over 2.5', line: 2.5 }),
    side('over', 'b', { market_type: 'total_goals', selection: 'OVER', line: 2.5 }),
    side('under', 'b', { market_type: 'total_goals', selection: 'Under', line: 2.5 }),
  ];
  expect(labelsOf(rows)).toEqual([
    ['', ['ARSENAL']],
    ['', ['Over', 'Under']],
  ]);
});

test('over and under of players, or of a result, are markets of their own', () => {
  const line = 1.5;
  const rows = [
    side('over', 'a', { market_type: '1st_half_player_shots', selection: 'Bukayo Saka', line }),
    side('over', 'a', { market_type: '1st_half_player_shots', selection: 'Declan Rice', line }),
    side('over', 'a', { market_type: 'match_result_total_goals', selection: 'Tie and', line }),
  ];
  expect(labelsOf(rows)).toEqual([
    ['Bukayo Saka', ['Over']],
    ['Declan Rice', ['Over']],
    ['Tie and', ['Over']],
  ]);
});

test('a player who is spelt with accents by one sportsbook and without by another is one market', () => {
  const shots = { market_type: 'player_shots', line: 1.5 };
  const rows = [
    side('over', 'a', { ...shots, selection: 'Kylian Mbappe' }),
    side('over', 'b', { ...shots, selection: 'Kylian Mbappé' }),
    side('under', 'b', { ...shots, selection: 'KYLIAN MBAPPÉ Under' }),
  ];
  expect(labelsOf(rows)).toEqual([['Kylian Mbappe', ['Over', 'Under']]]);
});

test('yes and no on a team are two sides, and so are propositions of any kind', () => {
  const rows = [
    side('home', 'a', { selection: 'Arsenal No' }),
    side('home', 'a', { selection: 'Arsenal Yes' }),
    side('home', 'a', { market_type: 'Game_Prop', selection: 'Arsenal' }),
    side('home', 'a', { market_type: 'Game_Prop', selection: 'Arsenal Win in 90 Minutes' }),
  ];
  expect(labelsOf(rows)).toEqual([
    ['Arsenal', ['Yes', 'No']],
    ['', ['Arsenal', 'Arsenal Win in 90 Minutes']],
  ]);
});

test('a bet on two results is one side, however sportsbooks spell it', () => {
  const sideCounts = (market_type: string, names: Readonly<Record<string, readonly string[]>>) =>
    rowsOf(
      Object.entries(names).flatMap(([selection_type, spellings]) =>
        spellings.map((selection) => price({ market_type, selection_type, selection })),
      ),
    ).map(({ sides }) => sides.length);
  const away_draw = ['Everton / Draw', 'Everton And Draw', 'Draw Or Everton', 'Tie or everton'];
  const home_away = ['Everton or Arsenal', 'Everton And Arsenal'];
  expect(sideCounts('double_chance', { away_draw, home_away })).toEqual([2]);
  const away_home = ['Everton - Arsenal', 'Everton/Arsenal'];
  const draw_draw = ['Draw - Draw', 'Draw / Draw', 'Tie/Tie'];
  const results = { away_home, home_away: ['Arsenal/Everton'], draw_draw, away_draw };
  expect(sideCounts('halftime_fulltime', results)).toEqual([4]);
  const unsaid = { away_draw: ['Everton', 'Everton or Draw'] };
  expect(sideCounts('double_chance', unsaid)).toEqual([2]);
});

test('a player who scores, and an exact score, are one side, with the shortest of their names', () => {
  const named = (market_type: string, selection_type: string, names: readonly string[]) =>
    names.map((selection) => side(selection_type, 'a', { market_type, selection }));
  const scorers = ['Fabián Ruiz Yes', 'Fabian Ruiz', 'Fabian Ruiz No', 'Fabián Ruiz or Rodri'];
  expect(labelsOf(named('first_goal_scorer', 'other', scorers))).toEqual([
    ['', ['Fabian Ruiz', 'Fabian Ruiz No', 'Fabián Ruiz or Rodri']],
  ]);
  const scores = ['2-1', 'England 2, Argentina 1', 'England 2-1', 'Kane 1, England 2, Argentina 1'];
  expect(labelsOf(named('correct_score', '2_1', scores))).toEqual([
    ['', ['2-1', 'England 2-1', 'Kane 1, England 2, Argentina 1']],
  ]);
  const other = named('correct_score', '1_2', ['England 2, Argentina 1', '1-2']);
  expect(labelsOf(other)).toEqual([['', ['1-2', 'England 2, Argentina 1']]]);
});

test('teams at prices that leave no room for the draw are shown, but not compared', () => {
  const market_type = 'Moneyline'; // As recordings spell it.
  const rows = [
    side('home', 'a', { market_type, odds_decimal: 2.3 }),
    side('draw', 'a', { market_type, odds_decimal: 3.2 }),
    side('away', 'a', { market_type, odds_decimal: 2.3 }),
    side('home', 'b', { market_type, odds_decimal: 1.64 }),
    side('draw', 'b', { market_type, odds_decimal: 3.3 }),
    side('away', 'b', { market_type, odds_decimal: 2.4 }),
  ];
  const [market] = rowsOf(rows);
  const table = market?.table();
  expect(table?.sides.map(({ key }) => key)).toEqual(['away', 'home', 'draw']);
  expect(table?.best.map((best) => best?.sportsbookId)).toEqual(['a', 'a', 'b']);
  expect(table?.cells.get('b')?.map((cell) => cell?.isComparable)).toEqual([false, false, true]);
  expect(table?.cells.get('b')?.map((cell) => cell?.quote.price.decimal)).toEqual([2.4, 1.64, 3.3]);
});

test('prices too far apart to be on the same bet are shown, but those of fewer sportsbooks not compared', () => {
  const line = 0.5;
  const named = { market_type: 'player_goals', selection: 'Saka', line };
  const rows = [
    side('over', 'a', { ...named, odds_decimal: 2.2 }),
    side('over', 'b', { ...named, odds_decimal: 2.3 }),
    side('over', 'c', { ...named, odds_decimal: 26 }),
    side('over', 'c', { ...named, line: 1.5, odds_decimal: 8 }),
  ];
  const [market] = rowsOf(rows);
  expect(market?.table().best.map((best) => best?.sportsbookId)).toEqual(['b']);
  expect(market?.table().cells.get('c')?.[0]).toMatchObject({ isComparable: false, isBest: false });
  expect(market?.comparableAt(1.5)).toHaveLength(1);
});

test('suspended prices do not decide which prices are on the same bet', () => {
  const suspended = { odds_american: 0, odds_decimal: 1 };
  const rows = [side('home', 'a'), side('home', 'b', suspended), side('home', 'c', suspended)];
  const [market] = rowsOf(rows);
  expect(market?.table().best.map((best) => best?.sportsbookId)).toEqual(['a']);
  expect(market?.comparableAt(null).map(({ sportsbookId }) => sportsbookId)).toContain('a');
  const away = side('away', 'b', { odds_decimal: 3.4 });
  const [threeWay] = rowsOf([...rows, side('draw', 'a', { odds_decimal: 3.2 }), away]);
  expect(threeWay?.table().best.map((best) => best?.sportsbookId)).toEqual(['b', 'a', 'a']);
});

test('a suspended price is never the best, and its line counts only where all are suspended', () => {
  const suspended = { odds_american: 0, odds_decimal: 1 };
  const [alone] = rowsOf([side('home', 'a', suspended)]);
  expect(alone?.table().best).toEqual([undefined]);
  expect(alone?.table().cells.get('a')?.[0]?.isBest).toBe(false);
  const spread = (book: string, line: number, more: Partial<Odds> = {}) =>
    side('home', book, { market_type: 'point_spread', line, ...more });
  const closed = [spread('a', -2, suspended), spread('b', -2, suspended)];
  expect(rowsOf(closed)[0]?.table().line).toBe(-2);
  expect(rowsOf([...closed, spread('c', -3)])[0]?.table().line).toBe(-3);
});

test('of lines that are equally common, the one that is the main line of the sportsbooks is shown', () => {
  const spread = (selection_type: string, line: number, odds_decimal: number) =>
    side(selection_type, 'a', { market_type: 'Point_Spread', line, odds_decimal });
  const [market] = rowsOf([
    ...[spread('home', -2.5, 6), spread('home', -0.5, 1.9), spread('home', 0.5, 1.4)],
    ...[spread('away', 2.5, 1.1), spread('away', 0.5, 1.9), spread('away', -0.5, 2.6)],
  ]);
  expect(market?.table().line).toBe(-0.5);
  expect(market?.table().best.map((best) => best?.line)).toEqual([0.5, -0.5]);
});

test('a sportsbook without the line of the table is shown at its own main line, with both sides', () => {
  const own = [total('over', 'c', 2.5, 2.3), total('under', 'c', 1.5, 2.98)];
  const rows = [
    ...['a', 'b'].flatMap((book) => [total('over', book, 2), total('under', book, 2)]),
    ...[...own, total('under', 'c', 2.5, 1.62), total('over', 'c', 1.5, 1.4)],
  ];
  expect(rowsOf(rows)[0]?.table().line).toBe(2);
  expect(linesOf(rows, 'c')).toEqual([2.5, 2.5]);
});

test('a sportsbook that has the line of the table is shown at it, whatever its own main line is and whether it can be bet', () => {
  const own = (book: string, over: number) => [
    ...[total('over', book, 2, over), total('under', book, 2, over)],
    ...[total('over', book, 2.5), total('under', book, 2.5)],
  ];
  const rows = [
    ...['a', 'b', 'e'].flatMap((book) => [total('over', book, 2), total('under', book, 2)]),
    ...[...own('c', 1.4), ...own('d', 1)],
  ];
  for (const book of ['c', 'd']) expect(linesOf(rows, book)).toEqual([2, 2]);
});

test('a price at another line than that of the table is not marked as the best, even if it pays as much', () => {
  const [market] = rowsOf([total('over', 'a', 2), total('over', 'b', 2), total('over', 'c', 2.5)]);
  const { cells } = market?.table() ?? {};
  expect(['a', 'c'].map((book) => cells?.get(book)?.[0]?.isBest)).toEqual([true, false]);
});

test('of two prices of a sportsbook on a side and line the same one is shown, in whichever order they come', () => {
  const twice = ['Arsenal', 'Arsenal FC'].map((selection) => side('home', 'a', { selection }));
  const [one, other] = [twice, twice.toReversed()].map((rows) =>
    rowsOf(rows)[0]
      ?.table()
      .cells.get('a')
      ?.map((cell) => cell?.quote.key),
  );
  expect(one).toHaveLength(1);
  expect(other).toEqual(one);
});

test('the main line of most sportsbooks is shown, and of as many the one nearer to even', () => {
  const spread = (sportsbook: string, line: number, home: number, away: number) => [
    side('home', sportsbook, { market_type: 'point_spread', line, odds_decimal: home }),
    side('away', sportsbook, { market_type: 'point_spread', line: -line, odds_decimal: away }),
  ];
  const lineAt = (...prices: readonly Odds[]) => rowsOf(prices)[0]?.table().line;
  const low = spread('a', -2.5, 2.1, 1.75);
  const high = spread('b', -1.5, 1.9, 1.95);
  expect(lineAt(...low, ...high)).toBe(-1.5);
  expect(lineAt(...low, ...high, ...spread('c', -2.5, 2.2, 1.7))).toBe(-2.5);
});

test('a sportsbook counts once for its line, however many of its sides it prices', () => {
  const both = (book: string, odds_decimal?: number) =>
    ['over', 'under'].map((type) => total(type, book, 25.5, odds_decimal));
  const common = [total('over', 'a', 24.5), total('over', 'b', 24.5)];
  const [most] = rowsOf([...common, total('over', 'c', 24.5), ...both('d'), ...both('e')]);
  expect(most?.table().line).toBe(24.5);
  const [even] = rowsOf([...common, ...both('d', 2), ...both('e')]);
  expect(even?.table().line).toBe(25.5);
});

test('a side that a sportsbook has at another line alone is shown at that line, as margins are', () => {
  const margin = (selection: string, line: number | null) =>
    side('other', 'a', { market_type: 'winning_margin', selection, line });
  const rows = [margin('0-0 Draw', null), margin('France by 1', 1), margin('France by 2', 2)];
  expect(linesOf(rows, 'a')).toEqual([null, 1, 2]);
});

test('a line at which everything is suspended is not chosen while another is open', () => {
  const rows = [
    ...[total('over', 'a', 2), total('under', 'a', 2)],
    ...[total('over', 'b', 2.5, 2.1), total('under', 'b', 2.5, 1.7)],
    ...[total('over', 'b', 1.5, 1), total('under', 'b', 1.5, 1)],
  ];
  expect(linesOf(rows, 'b')).toEqual([2.5, 2.5]);
});

test('a hold is that of prices on every side, and none if they are hardly on one market', () => {
  const holdOf = (...prices: readonly Odds[]) => {
    const [market] = rowsOf(prices);
    const holds = market && holdsOf(market, market.table(), 'basketball');
    return holds && [...holds.byBook.values(), holds.best, holds.isPlausible('a')];
  };
  const [home, away] = [
    side('home', 'a', { odds_decimal: 1.9 }),
    side('away', 'a', { odds_decimal: 1.9 }),
  ];
  expect(holdOf(home, away)).toEqual([5.3, 5.3, true]);
  expect(holdOf(home)).toEqual([undefined, true]);
  const tooGood = side('away', 'a', { odds_decimal: 4 });
  expect(holdOf(home, tooGood)).toEqual([undefined, false]);
  const other = [
    side('home', 'b', { odds_decimal: 1.8 }),
    side('away', 'b', { odds_decimal: 1.9 }),
  ];
  const withA = holdOf(...other, home, side('away', 'a', { odds_decimal: 3 }));
  expect(withA).toEqual([8.2, undefined, false]);
  const alias = side('home', 'a', { selection: 'the home team', odds_decimal: 2.2 });
  expect(holdOf(home, away, alias)?.[0]).toBe(5.3); // As shown: of two prices, the one that comes first.
});

test("a team's own total is the line of its prices, not one that the other team has with the opposite sign", () => {
  const total = { market_type: 'total_shots_on_target', line: 4.5 };
  const [market] = rowsOf([side('away', 'a', total), side('home', 'a', total)]);
  expect(market?.table().line).toBe(4.5);
  expect(market?.table().best.map((best) => best?.line)).toEqual([4.5, 4.5]);
});

const boards = recordedBoards();

describe.skipIf(boards.length === 0).each(boards)('on the recorded board $name', ({ path }) => {
  test('a side of a row has one bet at each line, and other bets than those on teams have one side', () => {
    const { board } = readRecordedBoard(path, new ManualClock());
    for (const event of board.events()) {
      const rows = Array.from(board.rowsOf(event.id), (row) => row.odds);
      const cellOf = (odds: Odds) => {
        const one = quote(odds);
        return `${marketKey(one)} ${sideKey(one)} ${lineOf(one)}`;
      };
      const betOf = new Map<Odds, string | undefined>();
      for (const ofMarket of Map.groupBy(rows, (odds) => odds.market_type).values()) {
        for (const bet of betsOf(ofMarket, event)) {
          const name = bet[0]?.selection.toLowerCase().replace(/s$/, ''); // "No Goal" is "No Goals".
          for (const odds of bet) betOf.set(odds, name);
          const isOnTeam = /^(home|away)$/.test(bet[0]?.selection_type ?? '');
          if (!isOnTeam) expect([...new Set(bet.map(cellOf))], name).toHaveLength(1);
        }
      }
      for (const [cell, odds] of Map.groupBy(rows, cellOf)) {
        const bets = new Set(odds.map((one) => betOf.get(one)));
        expect([...bets], cell).toHaveLength(1);
      }
    }
  });
});
