import { describe, expect, test } from 'vitest';
import { type ComparedEvent, compareMarkets } from '../../../src/contract/odds/compare-markets.ts';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { foldText } from '../../../src/contract/odds/selection-name.ts';
import { oddsComparisonModel } from '../../../src/models/comparison.ts';
import { event, price } from '../../harness/feeds/hand-made-feed.ts';
import { smallSimulation } from '../../harness/feeds/simulations.ts';
import { results, spreads, totals } from '../../harness/feeds/small-market.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const GAME = { id: '1', sport: 'soccer', homeTeam: 'Arsenal', awayTeam: 'Everton', isLive: false };

function side(type: string, sportsbook: string, decimal: number, more: Partial<Odds> = {}): Odds {
  return price({
    selection: type,
    selection_type: type,
    sportsbook,
    odds_decimal: decimal,
    ...more,
  });
}

/** The comparison of the one market type among these prices of Arsenal against Everton. */
function compare(rows: readonly Odds[]) {
  const [market] = compareMarkets(rows, event());
  return market?.wire;
}

function holdOf(rows: readonly Odds[]) {
  return compare(rows)?.hold;
}

test('the hold of two sides is the sum of implied probabilities minus one, in percent', () => {
  expect(holdOf(totals({ a: [1.9, 1.9], b: [2, 1.8] }))).toEqual({
    best_available: 2.6316,
    by_book: { a: 5.2632, b: 5.5556 },
  });
});

test('prices on players who are the sides need no other names', () => {
  const total = (kind: 'Over' | 'Under') => {
    const selection = `Arsenal ${kind} 12.5`;
    const market_type = 'player_total_games';
    return side(`home_${kind.toLowerCase()}`, 'a', 1.9, { line: 12.5, market_type, selection });
  };
  expect(holdOf([total('Over'), total('Under')])?.best_available).toBe(5.2632);
});

test('a draw makes three sides, and a book that does not price it has no hold', () => {
  const rows = results({ a: [2.5, 3.2, 3], b: [2.4, 0, 2.9] });
  expect(holdOf(rows)).toEqual({ best_available: 4.5833, by_book: { a: 4.5833 } });
});

test('a book that has suspended a side has no hold', () => {
  const rows = totals({ a: [1.9, 1.9], b: [0, 1.8] });
  const suspended = totals({ b: [1.9] }, { odds_american: 0, odds_decimal: 0 });
  expect(holdOf([...rows, ...suspended])).toEqual({
    best_available: 5.2632,
    by_book: { a: 5.2632 },
  });
});

test('a line has no hold if all have suspended one of its sides', () => {
  const suspended = ['a', 'b'].flatMap((book) => [
    side('over', book, 0, { line: 2.5, odds_american: 0 }),
    side('under', book, 1.9, { line: 2.5 }),
  ]);
  expect(holdOf(suspended)).toEqual({ best_available: null, by_book: {} });
  const other = [side('over', 'a', 1.9, { line: 3.5 }), side('under', 'b', 1.9, { line: 3.5 })];
  expect(holdOf([...suspended, ...other])).toEqual({ best_available: 5.2632, by_book: {} });
});

test('the away side of a spread is paired with the home side at the opposite line', () => {
  const rows = [...spreads(-3.5, { a: [1.95, 1.95] }), ...spreads(3.5, { a: [0, 9] })];
  expect(holdOf(rows)?.best_available).toBe(2.5641);
});

test("the number in a team's name is not the line", () => {
  const named = { market_type: 'asian_handicap', away_team: 'Schalke 04' };
  const rows = [
    side('home', 'a', 1.95, { ...named, selection: 'Arsenal', line: -4 }),
    side('away', 'a', 1.95, { ...named, selection: 'Schalke 04', line: 4 }),
  ];
  const [market] = compareMarkets(rows, event({ away_team: 'Schalke 04' }));
  expect(market?.wire.hold.best_available).toBe(2.5641);
});

test('the hold is that of the line that most books price', () => {
  const rows = [
    ...totals({ a: [1.9, 1.9], b: [1.9, 1.9] }, { line: 220.5 }),
    ...totals({ c: [2, 2] }, { line: 190.5 }),
  ];
  expect(holdOf(rows)).toEqual({
    best_available: 5.2632,
    by_book: { a: 5.2632, b: 5.2632, c: 0 },
  });
});

test.each([
  ['moneyline', 'home', 'away'],
  ['first_team_to_score', 'home', 'away'],
  ['double_chance', 'home', 'away'],
  ['game_prop', 'home', 'away'],
  ['game_prop', 'yes', 'no'], // Of propositions of any kind.
])('sides that do not cover every outcome have no hold: %s, %s and %s', (market_type, ...types) => {
  const rows = types.map((type) => side(type, 'a', 2, { market_type }));
  expect(holdOf(rows)).toEqual({ best_available: null, by_book: {} });
});

test('a hold leaves out the sportsbook whose sides are hardly on one market', () => {
  const priced = (type: string, book: string, decimal: number) =>
    side(type, book, decimal, { market_type: 'draw_no_bet' });
  const amiss = [priced('home', 'a', 1.9), priced('away', 'a', 3)];
  const sound = [priced('home', 'b', 1.9), priced('away', 'b', 1.9)];
  expect(holdOf([...amiss, ...sound])).toEqual({ best_available: 5.2632, by_book: { b: 5.2632 } });
  const apart = [priced('home', 'b', 1.9), priced('away', 'c', 1.9)];
  expect(holdOf([...amiss, ...apart])).toEqual({ best_available: null, by_book: {} });
});

test('selections without a known opposite are compared without a hold', () => {
  const rows = [
    side('2_1', 'a', 9),
    side('2_1', 'b', 8),
    side('outright', 'a', 3, { selection: 'Arsenal' }),
    side('exact_7+', 'a', 3),
  ];
  const market = compare(rows);
  expect(market?.hold).toEqual({ best_available: null, by_book: {} });
  expect(market?.selections[0]).toMatchObject({ best_book: 'a', worst_book: 'b', spread: 1.3889 });
  expect(market?.selections.length).toBe(3);
});

test('an exact score is one selection, whether or not both teams are named with their goals', () => {
  const rows = ['2-1', 'Schalke 04 1, Saint-Étienne 2', '2:1', 'Saint-Étienne 2-1'].map(
    (selection, i) => side('2_1', `book${i}`, 9 + i, { market_type: 'correct_score', selection }),
  );
  const game = { ...event(), home_team: 'Saint-Étienne', away_team: 'Schalke 04' };
  const [market] = compareMarkets(rows, game);
  const books = market?.wire.selections.map((one) => Object.keys(one.books));
  expect(books?.map((one) => one.sort())).toEqual([['book0', 'book1', 'book2'], ['book3']]); // Who names one team may mean another bet.
});

test('a suspended price is neither the best nor the worst, and without an open one there is none', () => {
  const suspended = { line: 2.5, odds_american: 0 };
  const rows = [
    side('over', 'a', 2, { line: 2.5 }),
    side('over', 'b', 1.9, { line: 2.5 }),
    side('over', 'c', 1, suspended),
    side('under', 'c', 0, suspended),
  ];
  const [over, under] = compare(rows)?.selections ?? [];
  expect(Object.keys(over?.books ?? {})).toEqual(['a', 'b', 'c']);
  expect(over).toMatchObject({ best_book: 'a', worst_book: 'b', spread: 2.6316 });
  const none = { best_book: null, best_odds: null, worst_book: null, worst_odds: null };
  expect(under).toMatchObject({ ...none, spread: null, books: { c: { odds_american: 0 } } });
  const [ofOver, ofUnder] = oddsComparisonModel(GAME, rows)?.markets[0]?.selections ?? [];
  expect(ofOver).toMatchObject({ best: { decimal: 2 }, worst: { decimal: 1.9 } });
  const noPrice = { best: null, worst: null, bestSeenAt: null, spreadPercent: null };
  expect(ofUnder).toMatchObject({ ...noPrice, bestSportsbookId: null, worstSportsbookId: null });
  expect(ofUnder?.prices).toHaveLength(1);
});

test('overs and unders of two players are separate selections', () => {
  const rows = ['Saka', 'Rice'].flatMap((player) => [
    side('over', 'a', 1.9, { selection: player, player_name: player, line: 1.5 }),
    side('under', 'a', 1.9, { selection: player, player_name: player, line: 1.5 }),
  ]);
  const market = compare(rows);
  expect(market?.selections.map((selection) => selection.player_name)).toEqual([
    'Saka',
    'Saka',
    'Rice',
    'Rice',
  ]);
  expect(market?.hold.best_available).toBe(5.2632);
});

test('different spellings of a selection are merged into one', () => {
  const rows = [
    side('Home', 'a', 2, { selection: 'FRANCE' }),
    side('home', 'b', 2.1, { selection: 'France' }),
  ];
  expect(compare(rows)?.selections.length).toBe(1);
});

/** The names of the selections, each with its books. */
function namesOf(rows: readonly Odds[]) {
  const market = compare(rows);
  return market?.selections.map(({ selection, books }) => [selection, Object.keys(books).sort()]);
}

/** Names of bets of one type. Those in one list are of one selection, which the first of them names. */
const NAMES: [why: string, type: string, selections: string[][], more?: Partial<Odds>][] = [
  [
    '"Yes" is nothing more, and "No" the other bet',
    'home',
    [['Arsenal', 'ARSENAL', 'Arsenal Yes'], ['Arsenal No'], ['Everton @ Arsenal Yes']],
  ],
  [
    '"Yes" is not nothing where it is a condition',
    'other',
    [['Bukayo Saka', 'Bukayo Saka Yes'], ['Arsenal'], ['Arsenal & Yes', 'Arsenal and Yes']],
  ],
  [
    'hyphens, apostrophes and blanks are none, except between numbers',
    'other',
    [
      ['Warren Zaïre-Emery', 'Warren Zaire Emery'],
      ["Ryan O'Reilly", 'Ryan  O’Reilly'],
      ['Arsenal by 1-2'],
      ['Arsenal by 1 2'],
    ],
  ],
  [
    'a number that is not the line is one',
    'home_over',
    [['Arsenal & Over 2.5', 'Arsenal & Over 2.5'], ['Arsenal & Over 3.5']],
  ],
  ['the line is none', 'over', [['Over 2.5', 'Over']], { line: 2.5 }],
  ['words that repeat the side are none', 'draw', [['Draw', 'Tie', 'X', 'The Draw']]],
  [
    'nor those that repeat both sides',
    'home_draw',
    [['Arsenal Or Draw', 'Arsenal / Tie', 'Arsenal And Draw']],
  ],
  [
    'a condition of a combined type is one',
    'draw_no',
    [
      ['Draw', 'DRAW'],
      ['Draw & No', 'Tie / No'],
    ],
  ],
  [
    'the type says all of a total of a team',
    'home_over',
    [['Arsenal', 'Arsenal Over', 'Over']],
    { line: 1.5 },
  ],
  [
    'a player who is named apart does not hide a number',
    'yes',
    [['Kane', 'Yes'], ['Kane 2+']],
    { player_name: 'Kane' },
  ],
  ['no name names no player', 'yes', [['Saka', 'Saka'], ['Kane']], { player_name: '' }],
  [
    'player, line and statistic are none beside a player who is named apart',
    'over',
    [['LeBron James Over 25.5', 'Over 25.5 Points', 'LeBron James (LAL) O 25.5', 'Over']],
    { player_name: 'LeBron James', line: 25.5 },
  ],
  [
    'the statistic is one in a market of any propositions',
    'over',
    [['Kane over 1.5 shots'], ['Kane over 1.5 fouls']],
    { market_type: 'player_prop', player_name: 'Kane', line: 1.5 },
  ],
];

test.each(NAMES)('what tells selections apart by their names: %s', (_, type, selections, more) => {
  const named = selections.flatMap((names, group) =>
    names.map((selection, place) => ({ selection, place, book: `${group}.${place}` })),
  );
  const inTurn = named.toSorted((one, other) => one.place - other.place);
  const rows = inTurn.map(({ selection, book }) => side(type, book, 2, { selection, ...more }));
  expect(namesOf(rows)).toEqual(
    selections.map((names, group) => [names[0], names.map((_, place) => `${group}.${place}`)]),
  );
});

test.each(['Saint-Germain', 'P.J. Washington'])(
  'what is typed of "%s" is a part of it at every letter',
  (name) => {
    for (let end = 1; end <= name.length; end += 1) {
      expect(foldText(`Paris ${name}`)).toContain(foldText(name.slice(0, end)));
    }
  },
);

test('one market has the teams of all sportsbooks, with full stops and letters without accents or not', () => {
  const rows = [
    ...[
      side('home', 'a', 2, { selection: 'St. Louis' }),
      side('away', 'a', 3.8, { selection: 'Bodø/Glimt' }),
    ],
    ...[
      side('home', 'b', 2.15, { selection: 'St Louis' }),
      side('away', 'b', 3.9, { selection: 'Bodo/Glimt' }),
    ],
    ...[side('draw', 'a', 3.5), side('draw', 'b', 3.4)],
  ];
  const teams = { home_team: 'St. Louis', away_team: 'Bodø/Glimt' };
  const [market] = compareMarkets(rows, event(teams));
  expect(market?.wire.selections.map(({ best_book }) => best_book)).toEqual(['b', 'b', 'a']);
  expect(market?.wire.hold.best_available).toBe(0.7241);
});

describe('home and away that cover every outcome without the draw', () => {
  const threeWay = (book: string) => results({ [book]: [2.35, 3.25, 3.2] });

  test('are other bets than home and away with the draw, also at a book that prices it', () => {
    const rows = [...threeWay('a'), ...results({ b: [1.69, 0, 2.36], c: [1.64, 3.3, 2.35] })];
    expect(namesOf(rows)).toEqual([
      ['home', ['a']],
      ['draw', ['a', 'c']],
      ['away', ['a']],
      ['home', ['b', 'c']],
      ['away', ['b', 'c']],
    ]);
    expect(holdOf(rows)).toEqual({ best_available: 4.1062, by_book: { a: 4.5724 } });
  });

  test('have the hold of the market where no sportsbook prices the draw together with both teams', () => {
    expect(holdOf(results({ a: [1.9, 0, 1.9], b: [1.95, 3.4, 1.88] }))).toEqual({
      best_available: 3.9136,
      by_book: { a: 5.2632, b: 4.4735 },
    });
  });

  const suspended = (type: string, book: string) => side(type, book, 0, { odds_american: 0 });

  test('are not those of a sportsbook that has suspended one or both', () => {
    const others = [...threeWay('a'), ...threeWay('b')];
    const away = side('away', 'c', 3.4);
    const both = ['home', 'draw', 'away'].map((type) => suspended(type, 'c'));
    for (const rows of [[suspended('home', 'c'), side('draw', 'c', 3.3), away], both]) {
      expect(namesOf([...others, ...rows])?.map(([, books]) => books)).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ]);
    }
    const selections = compare([...others, suspended('home', 'c'), away])?.selections;
    expect(selections?.map(({ best_book }) => best_book)).toEqual(['a', 'a', 'c']);
  });

  test('are not those of sportsbooks that have all suspended the draw', () => {
    const rows = ['a', 'b'].flatMap((book) => [
      side('home', book, 1.04),
      suspended('draw', book),
      side('away', book, 25),
    ]);
    expect(namesOf(rows)?.map(([selection]) => selection)).toEqual(['home', 'draw', 'away']);
  });

  test('are the same bets where a draw is as unlikely as that', () => {
    const rows = results({ a: [1.02, 19, 41], b: [1.02, 0, 40] });
    expect(namesOf(rows)?.map(([, books]) => books)).toEqual([['a', 'b'], ['a'], ['a', 'b']]);
  });

  test('are other bets in whatever case a recording writes them', () => {
    const rows = [...threeWay('a'), ...results({ b: [1.69, 0, 2.36] })];
    const inCapitals = rows.map((row) => ({
      ...row,
      market_type: row.market_type.toUpperCase(),
      selection_type: row.selection_type.toUpperCase(),
    }));
    const folded = (market: unknown) => JSON.stringify(market).toLowerCase();
    expect(folded(compare(inCapitals))).toBe(folded(compare(rows))); // It keeps the spelling.
  });

  test('are the same bets in markets that are not about the winner', () => {
    const market_type = 'highest_scoring_half';
    const rows = [...threeWay('a'), ...results({ b: [1.69, 0, 2.36] })];
    const renamed = rows.map((row) => ({ ...row, market_type }));
    expect(namesOf(renamed)?.map(([, books]) => books)).toEqual([['a', 'b'], ['a'], ['a', 'b']]);
  });
});

test('a book with two prices on one selection has two selections', () => {
  const rows = [
    side('draw', 'a', 4.5, { id: '1', selection: 'Draw' }),
    side('draw', 'a', 3.2, { id: '2', selection: 'Tie' }),
    side('draw', 'b', 3.1, { id: '3', selection: 'Tie' }),
    side('outright', 'a', 86, { id: '4', selection: 'OUSMANE DEMBELE' }),
    side('outright', 'a', 9.25, { id: '5', selection: 'OUSMANE DEMBÉLÉ' }),
    side('yes', 'a', 5, { id: '6', selection: 'Yes' }),
    side('yes', 'a', 7, { id: '7', selection: 'Yes' }),
  ];
  expect(namesOf(rows)).toEqual([
    ['Draw', ['a']],
    ['Tie', ['a', 'b']],
    ['OUSMANE DEMBELE', ['a']],
    ['OUSMANE DEMBÉLÉ', ['a']],
    ['Yes', ['a']],
    ['Yes', ['a']],
  ]);
});

test('prices of a book that no name tells apart stand alone', () => {
  const rows = [
    side('home', 'a', 2, { last_seen_at: '2026-11-21T18:00:05Z' }),
    side('home', 'a', 3, { last_seen_at: '2026-11-21T18:00Z' }),
    side('home', 'b', 2.5),
  ];
  expect(namesOf(rows)).toEqual([
    ['home', ['a']],
    ['home', ['a']],
    ['home', ['b']],
  ]);
});

test('a price whose decimal odds are rounded to 1 is open', () => {
  const rows = [side('home', 'a', 1, { odds_american: -50_000 })];
  expect(compare(rows)?.selections[0]).toMatchObject({ best_book: 'a' });
});

test('a price without decimal odds ranks by its American odds', () => {
  const rows = [
    side('home', 'a', 0, { odds_american: 150 }),
    side('home', 'b', 2, { odds_american: 100 }),
  ];
  expect(compare(rows)?.selections[0]).toMatchObject({
    best_book: 'a',
    worst_book: 'b',
    spread: 10,
  });
});

describe('prices too far apart to be on the same bet', () => {
  const line = 0.5;
  const goals = (prices: Readonly<Record<string, number>>, type = 'over') =>
    Object.entries(prices).map(([book, decimal]) =>
      side(type, book, decimal, { market_type: 'player_goals', selection: 'Saka', line }),
    );
  const bestOf = (rows: readonly Odds[], more: Partial<ComparedEvent> = {}) =>
    compareMarkets(rows, { ...event(), ...more })[0]?.wire.selections.map(
      ({ best_book, books }) => [best_book, Object.keys(books).length],
    );

  test('are selections of their own: first that of most sportsbooks, or of those that pay less', () => {
    expect(bestOf(goals({ a: 2.2, b: 2.3, c: 26 }))).toEqual([
      ['b', 2],
      ['c', 1],
    ]);
    expect(bestOf(goals({ a: 2.2, b: 23, c: 26 }))).toEqual([
      ['c', 2],
      ['a', 1],
    ]);
    expect(bestOf(goals({ a: 26, b: 2.3 }))).toEqual([
      ['b', 1],
      ['a', 1],
    ]);
    expect(bestOf(goals({ a: 31, b: 23, c: 3.6, d: 2.2, e: 1.2 }))).toEqual([
      ['c', 2],
      ['a', 2],
      ['e', 1],
    ]);
  });

  test('are on one bet with what their sportsbook asks on the other side', () => {
    const rows = [
      ...goals({ a: 2.2, b: 2.3, c: 9, d: 8.5, e: 8 }),
      ...goals({ a: 1.7, b: 1.65, c: 1.06, d: 1.07 }, 'under'),
    ];
    const [market] = compareMarkets(rows, event());
    const booksOf = market?.complete.map(({ sides }) =>
      sides.map(({ books }) => Object.keys(books).sort().join('')),
    );
    expect(booksOf).toEqual([
      ['cde', 'cd'],
      ['ab', 'ab'],
    ]);
    expect(market?.wire.hold.best_available).toBe(4.5691);
  });

  test('are not those of sportsbooks that have suspended the bet, which come last', () => {
    const suspended = goals({ b: 0, c: 0 }).map((row) => ({ ...row, odds_american: 0 }));
    expect(bestOf([...goals({ a: 2.2 }), ...suspended])).toEqual([['a', 3]]);
    expect(bestOf([...goals({ a: 2.2, d: 26 }), ...suspended])).toEqual([
      ['a', 3],
      ['d', 1],
    ]);
  });

  test.each([
    ['a favourite after bad news', { a: 1.5, b: 1.55, c: 2.3 }],
    ['a longshot', { a: 41, b: 501 }],
    ['an outsider at an exchange', { a: 12, b: 19 }],
    ['a price of almost 1', { a: 1.01, b: 1.04 }],
  ])('are not such as those of %s', (_, prices) => {
    expect(bestOf(goals(prices))).toHaveLength(1);
  });

  test('are on no bet of the simulated board, before games and while news move prices', () => {
    const clock = new ManualClock();
    const feed = smallSimulation(clock);
    let selections = 0;
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(60_000);
      for (const one of feed.board.events().filter(({ is_live }) => !is_live)) {
        const rows = Array.from(feed.board.rowsOf(one.id), ({ odds }) => odds);
        const count = (isLive: boolean) =>
          compareMarkets(rows, { ...one, is_live: isLive }).flatMap(({ wire }) => wire.selections);
        const [apart, together] = [count(false), count(true)];
        expect(apart).toHaveLength(together.length);
        selections += apart.length;
      }
    }
    feed.stop();
    expect(selections).toBeGreaterThan(1_000);
  });

  test('are on the same bet in play, where sportsbooks follow the game one after the other', () => {
    expect(bestOf(goals({ a: 2.2, b: 2.3, c: 26 }), { is_live: true })).toEqual([['c', 3]]);
  });
});
