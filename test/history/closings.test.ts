import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { price } from '../harness/feeds/hand-made-feed.ts';
import { until } from '../harness/until.ts';
import { RecordedGame } from './recorded-game.ts';

let game: RecordedGame;

beforeEach(async () => {
  game = await RecordedGame.start();
});
afterEach(() => game.stop());

const HOME = { id: '1', odds_american: 100 } as const;
const AWAY = {
  id: '2',
  selection: 'Everton',
  selection_type: 'away',
  odds_american: -120,
} as const;

/** What closed, at the sportsbook of the first price. */
async function closingOdds(filter = '') {
  const query = `{ event(id: "game") { closingOdds${filter} { sportsbookId selection price { american } status } } }`;
  const odds = (await game.ask(query)).event?.closingOdds;
  return (
    odds?.map(({ sportsbookId, selection, price, status }) =>
      [sportsbookId, selection, price?.american ?? null, status].join(' '),
    ) ?? null
  );
}

/** The value of a bet of 1.91 on the home team. */
async function valueOfBet(sportsbookId = 'draftkings') {
  const query = `query ($id: ID!) { closingLineValue(bets: [{ eventId: "game", sportsbookId: $id, marketType: "moneyline",
    selection: "Arsenal", decimal: 1.91 }]) { closing { price { american } wasOpen isProvisional at } clvPercent
    isComparable isProvisional fairClosing { probability } fairClvPercent } }`;
  return (await game.ask(query, { id: sportsbookId })).closingLineValue?.[0];
}

const COMPARED = { isComparable: true, clvPercent: expect.closeTo((1.91 / 2 - 1) * 100, 9) };

describe('a closing price', () => {
  test('is provisional until play begins: what stands now', async () => {
    await game.set(HOME);
    const query = '{ event(id: "game") { odds { closing { price { american } isProvisional } } } }';
    const { event } = await game.ask(query);
    expect(event?.odds?.[0]?.closing).toEqual({ price: { american: 100 }, isProvisional: true });
    expect(await closingOdds()).toBeNull(); // The board when play began is not there before.
    expect(await valueOfBet()).toMatchObject({ ...COMPARED, isProvisional: true });
  });

  test('of a market that was suspended is the last one before, and no price at all if it was never open', async () => {
    await game.set(HOME);
    await game.set({ ...AWAY, odds_american: 0 });
    game.turnTo(8);
    await game.set({ ...HOME, odds_american: 0 });
    for (const isLive of [false, true]) {
      if (isLive) {
        game.turnTo(10);
        await game.set({ ...HOME, odds_american: 400, is_live: true });
      }
      expect(await valueOfBet()).toMatchObject({
        ...COMPARED,
        closing: {
          price: { american: 100 },
          wasOpen: false,
          isProvisional: !isLive,
          at: game.at(8),
        },
      });
    }
    expect((await closingOdds())?.sort()).toEqual([
      'draftkings Arsenal 100 SUSPENDED',
      'draftkings Everton  SUSPENDED',
    ]);
    const never = `{ closingLineValue(bets: [{ eventId: "game", sportsbookId: "draftkings", marketType: "moneyline",
      selection: "Everton", decimal: 1.91 }]) { closing { price { american } wasOpen } clvPercent isComparable } }`;
    expect((await game.ask(never)).closingLineValue).toEqual([
      { closing: { price: null, wasOpen: false }, clvPercent: null, isComparable: false },
    ]);
    const opening =
      '{ event(id: "game") { odds { selection opening { price { american } wasOpen } } } }';
    expect((await game.ask(opening)).event?.odds).toContainEqual({
      selection: 'Everton',
      opening: { price: null, wasOpen: false },
    });
  });

  test('that had been taken off the board is not on the board when play began, and is in no fair price, but bets are compared with it and with that of others', async () => {
    const draw = { selection: 'Draw', selection_type: 'draw', odds_american: 2_000 };
    await game.set(HOME);
    await game.set(AWAY);
    await game.set({ ...draw, id: '5' });
    await game.set({ ...HOME, id: '3', sportsbook: 'betmgm', odds_american: 110 });
    await game.set({ ...AWAY, id: '4', sportsbook: 'betmgm', odds_american: -130 });
    await game.set({ ...draw, id: '6', sportsbook: 'betmgm' });
    const both = await valueOfBet('betmgm');
    game.turnTo(8);
    for (const id of ['1', '2', '5']) await game.remove(id);
    const one = await valueOfBet('betmgm');
    expect(one?.fairClosing).not.toBeNull();
    expect(one?.fairClosing?.probability).not.toBeCloseTo(both?.fairClosing?.probability ?? 0, 6);
    game.turnTo(10);
    await game.set({ id: '3', is_live: true });
    expect((await closingOdds())?.sort()).toEqual([
      'betmgm Arsenal 110 OPEN',
      'betmgm Draw 2000 OPEN',
      'betmgm Everton -130 OPEN',
    ]);
    expect((await valueOfBet('betmgm'))?.fairClosing).toEqual(one?.fairClosing);
    expect(await valueOfBet()).toMatchObject({
      ...COMPARED,
      closing: { price: { american: 100 }, wasOpen: false, isProvisional: false, at: game.at(8) },
      fairClosing: one?.fairClosing,
      fairClvPercent: expect.closeTo((1.91 * (one?.fairClosing?.probability ?? 0) - 1) * 100, 9),
    });
  });

  test('is that of the bet which was listed last, if a sportsbook took it off the board and listed it anew', async () => {
    await game.set(HOME);
    await game.set({ ...HOME, id: '5', odds_american: 130 });
    game.turnTo(1);
    await game.remove('1'); // It changed last, but was not there when play began.
    game.turnTo(10);
    await game.set({ id: '5', is_live: true });
    expect((await valueOfBet())?.closing).toMatchObject({
      price: { american: 130 },
      wasOpen: true,
    });
  });

  test('does not depend on one sportsbook that says too early that play has begun', async () => {
    await game.set(HOME);
    await game.set({ ...HOME, id: '3', sportsbook: 'betmgm' });
    game.turnTo(2);
    await game.set({ id: '3', odds_american: 900, is_live: true });
    game.turnTo(6);
    await game.set({ id: '1', odds_american: 150 });
    expect(await valueOfBet()).toMatchObject({
      closing: { price: { american: 150 } },
      isProvisional: true,
    });
    game.turnTo(11);
    await game.set({ id: '1', odds_american: 170 }); // A minute late, which no sportsbook has said yet.
    expect(await valueOfBet()).toMatchObject({
      closing: { price: { american: 150 } },
      isProvisional: true,
    });
    await game.set({ id: '3', odds_american: 1_000 });
    expect(await valueOfBet()).toMatchObject({
      closing: { price: { american: 150 } },
      isProvisional: false,
    });
    expect(await valueOfBet('betmgm')).toMatchObject({ closing: { price: { american: 100 } } });
  });

  test('is what stood when a second sportsbook says that play has begun, if that is before it was scheduled', async () => {
    await game.set(HOME);
    await game.set({ ...HOME, id: '3', sportsbook: 'betmgm' });
    game.turnTo(5);
    await game.set({ id: '3', odds_american: 900, is_live: true });
    await game.set({ id: '1', odds_american: 120 });
    game.turnTo(6);
    await game.set({ id: '1', odds_american: 800, is_live: true });
    expect(await valueOfBet()).toMatchObject({
      closing: { price: { american: 120 } },
      isProvisional: false,
    });
    expect(await closingOdds()).toHaveLength(2);
  });
});

test('what a sportsbook lists anew under another id is only the first that was seen of it', async () => {
  game.turnTo(1);
  await game.set(HOME);
  await game.set({ ...HOME, id: '2', market_type: 'point_spread', line: -1.5 });
  const prop = { ...HOME, market_type: 'goal_scorer' } as const;
  await game.set({ ...prop, id: '3', player_name: 'Saka' });
  game.turnTo(2);
  for (const id of ['1', '2', '3']) await game.remove(id);
  await game.set({ ...HOME, id: '5', odds_american: 120 });
  await game.set({ ...HOME, id: '6', market_type: 'point_spread', line: -2.5 }); // Another line,
  await game.set({ ...prop, id: '7', player_name: 'Rice' }); // and another player.
  const { event } = await game.ask(
    '{ event(id: "game") { odds { id opening { at isFirstSeen } } } }',
  );
  const openings = event?.odds?.map(({ id, opening }) => [id, opening]);
  expect(openings).toEqual([
    ['5', { at: game.at(2), isFirstSeen: true }],
    ['6', { at: game.at(2), isFirstSeen: false }],
    ['7', { at: game.at(2), isFirstSeen: false }],
  ]);
});

describe('the opening of a line is', () => {
  const spread = { ...HOME, market_type: 'point_spread' } as const;
  const isFirstSeen = async (id: string) => {
    const { event } = await game.ask(
      '{ event(id: "game") { odds { id opening { isFirstSeen } } } }',
    );
    return event?.odds?.find((odds) => odds.id === id)?.opening?.isFirstSeen;
  };

  test('that of a new rung of a ladder, also once the ladder has shifted and another one stands there', async () => {
    game.turnTo(1);
    await game.set({ ...spread, id: '1', line: -3.5 });
    await game.set({ ...spread, id: '2', line: -4.5 });
    game.turnTo(2);
    await game.set({ ...spread, id: '3', line: -5.5 });
    expect(await isFirstSeen('3')).toBe(false);
    game.turnTo(3);
    await game.set({ id: '1', line: -4.5 });
    await game.set({ id: '2', line: -5.5 });
    await game.set({ id: '3', line: -6.5 });
    expect(await isFirstSeen('3')).toBe(false);
    game.turnTo(4);
    await game.remove('2');
    expect(await isFirstSeen('3')).toBe(false);
  });

  test.each([-3.5, -4.5])(
    'not that of a bet which stood at %d before, under another id',
    async (line) => {
      game.turnTo(1);
      await game.set({ ...spread, id: '1', line: -3.5 });
      game.turnTo(2);
      await game.set({ id: '1', line: -4.5 });
      game.turnTo(3);
      await game.remove('1');
      await game.set({ ...spread, id: '2', line });
      expect(await isFirstSeen('2')).toBe(true);
    },
  );
});

describe('sportsbooks that state different starts of an event', () => {
  const recorded = async () => {
    game.graph.clock.advance(1_000); // Whoever asks within a second shares what was read.
    const query = '{ recordedEvents { nodes { startTime startedAt } } }';
    return (await game.ask(query)).recordedEvents?.nodes;
  };

  test('are believed by how many prices state one, of equally many the earliest', async () => {
    const start = async () => (await recorded())?.map(({ startTime }) => startTime);
    await game.set({ ...HOME, event_start_time: game.at(1) });
    await game.set({ ...HOME, id: '3', sportsbook: 'betmgm' });
    expect(await start()).toEqual([game.at(1)]);
    await game.set({ ...HOME, id: '4', sportsbook: 'fanduel' });
    expect(await start()).toEqual([game.at(10)]);
    game.turnTo(5);
    await game.set({ id: '4', odds_american: 900, is_live: true }); // It is alone, and too early.
    expect(await recorded()).toEqual([{ startTime: game.at(10), startedAt: null }]);
  });

  test('are believed as to what they stated last, also once they no longer list the event', async () => {
    const start = async () => (await recorded())?.[0]?.startTime;
    const betmgm = ['3', '4', '5', '6'];
    for (const id of betmgm) await game.set({ ...HOME, id, sportsbook: 'betmgm' });
    await game.set({ ...HOME, event_start_time: game.at(1) });
    game.turnTo(8);
    await game.set({ id: '3', odds_american: 150 });
    game.turnTo(11);
    for (const id of betmgm) await game.remove(id);
    await game.set({ id: '1', odds_american: 120, event_start_time: game.at(1) });
    await game.set({ ...AWAY, event_start_time: game.at(1) });
    await game.set({ ...HOME, id: '7', sportsbook: 'kalshi', event_start_time: game.at(1) });
    expect(await start()).toBe(game.at(10));
    expect((await valueOfBet('betmgm'))?.closing).toMatchObject({ at: game.at(8) });
    await game.set({ ...HOME, id: '8', sportsbook: 'fanduel', event_start_time: game.at(30) });
    expect(await start()).toBe(game.at(10)); // One sportsbook may be wrong.
    await game.set({ ...HOME, id: '9', sportsbook: 'caesars', event_start_time: game.at(30) });
    expect(await start()).toBe(game.at(1)); // Postponed: what nobody lists any more counts no longer.
    const late = { sportsbook: 'betmgm', event_start_time: game.at(30) };
    for (const id of ['10', '11', '12']) await game.set({ ...HOME, ...late, id });
    expect(await start()).toBe(game.at(30));
  });

  test('are believed in the list, too, since changes on the stream say nothing of a postponed start', async () => {
    const { clock, proxy } = game.graph;
    await game.set(HOME);
    await game.set({ ...HOME, id: '3', sportsbook: 'betmgm' });
    const later = { event_start_time: game.at(1_450), odds_american: 120 };
    for (const id of ['1', '3']) await game.set({ ...later, id });
    await until(async () => {
      clock.advance(5_000);
      await proxy.heartbeat();
      return (await recorded())?.[0]?.startTime === game.at(1_450);
    });
    expect(proxy.counts['GET /stream']).toBe(1);
    game.turnTo(20);
    await game.set({ ...later, id: '1', odds_american: 130 });
    expect(await valueOfBet()).toMatchObject({
      closing: { price: { american: 130 } },
      isProvisional: true,
    });
  });

  test('are counted before a board is recorded on which play has begun', async () => {
    await game.stop();
    game = await RecordedGame.start((at) =>
      Array.from({ length: 700 }, (_, i) =>
        price({ id: `${i}`, is_live: true, event_start_time: at(i < 300 ? -60 : -5) }),
      ),
    );
    const begun = { startTime: game.at(-5), startedAt: game.at(-5) };
    await until(async () => (await recorded())?.length === 1);
    expect(await recorded()).toEqual([begun]);
  });
});

test('a bet that was placed in play is not compared with the closing price, which is that before the game', async () => {
  await game.set({ ...HOME, market_type: 'point_spread', line: -1.5 });
  game.turnTo(10);
  await game.set({ id: '1', odds_american: 300, is_live: true });
  game.turnTo(20);
  const bets = [9, 10, 15].map(
    (minutes) =>
      `{ eventId: "game", sportsbookId: "draftkings", marketType: "spread", selection: "Arsenal", american: 300, line: -1.5,
        placedAt: "${game.at(minutes)}" }`,
  );
  const query = `{ closingLineValue(bets: [${bets}]) { closing { price { american } } isComparable clvPercent lineDelta
    coverage { from to } } }`;
  const closing = { price: { american: 100 } };
  const inPlay = {
    closing,
    isComparable: false,
    clvPercent: null,
    lineDelta: null,
    coverage: null,
  };
  expect((await game.ask(query)).closingLineValue).toEqual([
    { ...inPlay, isComparable: true, clvPercent: 100, lineDelta: 0, coverage: expect.anything() },
    inPlay,
    inPlay,
  ]);
});

test('a bet in a category is found in the market that has its line', async () => {
  await game.set(HOME);
  await game.set({ ...HOME, id: '5', market_type: 'point_spread', line: -1.5, odds_american: 150 });
  const query = `query ($line: Float) { closingLineValue(bets: [{ eventId: "game", sportsbookId: "draftkings",
    marketType: "main", selection: "Arsenal", decimal: 2, line: $line }]) { closing { line price { american } } } }`;
  const closingAt = async (line: number | null) =>
    (await game.ask(query, { line })).closingLineValue?.[0]?.closing;
  expect(await closingAt(-1.5)).toEqual({ line: -1.5, price: { american: 150 } });
  expect(await closingAt(null)).toEqual({ line: null, price: { american: 100 } });
  game.turnTo(1);
  await game.set({ id: '5', line: -2 });
  expect(await closingAt(-1.5)).toEqual({ line: -2, price: { american: 150 } });
});

test.each([
  [-110, [1.9091, 1.909, 1.91, 1.92, 1.9]],
  [-300, [1.3333, 1.333, 1.33, 1.34, 1.32]],
])(
  'a bet at the closing price of %d neither beats nor misses it, however it is rounded',
  async (odds_american, decimals) => {
    await game.set({ ...HOME, odds_american });
    const bet = 'eventId: "game", sportsbookId: "draftkings", marketType: "moneyline"';
    const bets = decimals.map((decimal) => `{ ${bet}, selection: "Arsenal", decimal: ${decimal} }`);
    const { closingLineValue } = await game.ask(
      `{ closingLineValue(bets: [${bets}]) { clvPercent } }`,
    );
    const signs = closingLineValue?.map(({ clvPercent }) => Math.sign(clvPercent ?? Number.NaN));
    expect(signs).toEqual([0, 0, 0, 1, -1]);
  },
);

test('a bet at a line of 0 is comparable in a market without lines', async () => {
  await game.set(HOME);
  await game.set({ ...HOME, id: '3', market_type: 'point_spread', line: -1.5 });
  const bets = ['moneyline', 'point_spread'].map(
    (market) =>
      `{ eventId: "game", sportsbookId: "draftkings", marketType: "${market}", selection: "Arsenal", decimal: 2, line: 0 }`,
  );
  const query = `{ closingLineValue(bets: [${bets}]) { isComparable clvPercent lineDelta } }`;
  expect((await game.ask(query)).closingLineValue).toEqual([
    { isComparable: true, clvPercent: 0, lineDelta: null },
    { isComparable: false, clvPercent: null, lineDelta: -1.5 },
  ]);
});

test('a bet in a category does not have to say which one is meant in a market that it is not in', async () => {
  const over = { market_type: 'total_goals', selection: 'Over', selection_type: 'over', line: 2.5 };
  await game.set({ id: '6', ...over });
  for (const side of ['home_over', 'away_over']) {
    await game.set({ ...over, id: side, market_type: 'team_total', selection_type: side });
  }
  const query = `{ closingLineValue(bets: [{ eventId: "game", sportsbookId: "draftkings", marketType: "total",
    selection: "Over", decimal: 2, line: 2.5 }]) { isComparable } }`;
  expect((await game.ask(query)).closingLineValue).toEqual([{ isComparable: true }]);
});

test('the main line is that of all prices, whatever the filter leaves of it', async () => {
  const total = { market_type: 'total_points', selection: 'Over', selection_type: 'over' };
  const under = { ...total, selection: 'Under', selection_type: 'under' };
  await game.set({ id: '6', ...total, line: 231.5, odds_american: -108 });
  await game.set({ id: '7', ...under, line: 231.5, odds_american: -112 });
  await game.set({ id: '8', ...total, line: 232.5, odds_american: 100 }); // Nearer to 0.5, but its under is not.
  await game.set({ id: '9', ...under, line: 232.5, odds_american: -125 });
  game.turnTo(10);
  const main = (filter: string) => closingOdds(`(lines: MAIN, filter: { ${filter} })`);
  expect(await main('selectionTypes: ["over"]')).toEqual(['draftkings Over -108 OPEN']);
  expect(await main('minAmerican: 100')).toEqual([]);
});

test('past prices of one player are found by name, also where the selection is an over or under', async () => {
  const prop = {
    market_type: 'player_points',
    line: 20.5,
    selection: 'Over',
    selection_type: 'over',
  };
  await game.set({ id: '8', ...prop, player_name: 'Nikola Jokić' });
  await game.set({ id: '9', ...prop, player_name: 'Jamal Murray' });
  await game.set({ id: '10', ...prop, player_name: '' });
  const filter = '(filter: { players: ["jokic"] })';
  const query = `query ($now: DateTime!) { event(id: "game") {
    oddsAt(time: $now, filter: { players: ["jokic"] }) { playerName }
    all: oddsAt(time: $now, filter: { markets: ["player_points"] }) { playerName } } }`;
  const { event } = await game.ask(query, { now: game.now });
  expect(event?.oddsAt).toEqual([{ playerName: 'Nikola Jokić' }]);
  expect(event).toHaveProperty('all', expect.arrayContaining([{ playerName: null }])); // As in files.
  game.turnTo(10);
  expect(await closingOdds(filter)).toHaveLength(1);
});

test('a team is not taken for a player, in the past as in the present', async () => {
  const teamTotal = { market_type: 'team_total', line: 1.5, selection_type: 'over' };
  await game.set({ id: '8', ...teamTotal, selection: 'Arsenal Over' });
  await game.set({ id: '9', ...teamTotal, market_type: 'goal_scorer', selection: 'Saka Over' });
  game.turnTo(10);
  const query = `query ($now: DateTime!, $players: [String!]) { event(id: "game") {
    odds(filter: { players: $players }) { selection }
    oddsAt(time: $now, filter: { players: $players }) { selection }
    closingOdds(filter: { players: $players }) { selection } } }`;
  const pricesOf = async (player: string) =>
    (await game.ask(query, { now: game.now, players: [player] })).event;
  const saka = [{ selection: 'Saka Over' }];
  expect(await pricesOf('saka')).toEqual({ odds: saka, oddsAt: saka, closingOdds: saka });
  expect(await pricesOf('arsenal')).toEqual({ odds: [], oddsAt: [], closingOdds: [] });
});
