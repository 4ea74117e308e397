import { expect, test } from 'vitest';
import { bestOdds } from '../../../src/client/odds-client.ts';
import { foldName } from '../../../src/contract/odds/selection-name.ts';

let next = 0;

function offer(decimal: number, changes: object = {}) {
  next += 1;
  return {
    key: `${next}`,
    eventId: 'game',
    eventStartTime: '2026-11-22T19:00:00Z',
    marketType: 'moneyline',
    playerName: null,
    line: null,
    selection: 'Arsenal',
    selectionType: 'home',
    price: { american: 0, decimal },
    ...changes,
  };
}

const decimals = (...offers: ReturnType<typeof offer>[]) =>
  bestOdds(offers).map(({ price }) => price.decimal);

test('each side has its highest price, and the next event comes first', () => {
  const later = { eventId: 'another', eventStartTime: '2026-11-23T19:00:00Z' };
  const away = { selection: 'Everton', selectionType: 'away' };
  const shown = decimals(offer(1.5, later), offer(2), offer(2.1), offer(1.9), offer(3, away));
  expect(shown).toEqual([3, 2.1, 1.5]);
});

test('a price that states no start changes nothing of the order', () => {
  const games = ['a', 'b', 'c'].map((eventId, day) => ({
    eventId,
    eventStartTime: `2026-11-2${5 - day}T19:00:00Z`,
  }));
  const unknown = { eventId: 'b', eventStartTime: 'TBD', selectionType: 'away' };
  const offers = games.map((game, i) => offer(2 + i, game));
  expect(decimals(offer(9, unknown), ...offers)).toEqual([4, 9, 3, 2]);
});

test('a bet that all sportsbooks have suspended has no best price', () => {
  const suspended = 1;
  const away = { selection: 'Everton', selectionType: 'away' };
  expect(
    decimals(offer(suspended), offer(suspended), offer(suspended, away), offer(3, away)),
  ).toEqual([3]);
});

test('sides are the same in whichever way sportsbooks spell them', () => {
  expect(decimals(offer(2), offer(3, { selection: 'Arsenal FC' }))).toEqual([3]);
  const total = { marketType: 'total_goals', selectionType: 'over', line: 2.5 };
  const totals = ['Over', 'over 2.5', 'OVER'].map((selection, index) =>
    offer(2 + index, { ...total, selection }),
  );
  expect(decimals(...totals)).toEqual([4]);
  const shots = { ...total, marketType: 'player_shots', playerName: 'Bukayo Saka' };
  const player = ['Over', 'Bukayo Saka'].map((selection, index) =>
    offer(2 + index, { ...shots, selection }),
  );
  expect(decimals(...player)).toEqual([3]);
});

test.each([
  ['Kylian Mbappé', 'Kylian Mbappe'],
  ['Jay O’Brien-Smith', "Jay  O'Brien Smith"],
  ['Saka & Havertz', 'saka and Havertz'],
  ['P.J. Washington Jr.', 'PJ Washington Jr'],
  ['É. Álvarez', 'E Alvarez'],
  ['Rasmus Højlund', 'RASMUS HOJLUND'],
  ['Jakub Błaszczykowski-Đoković', 'Jakub Blaszczykowski Dokovic'],
  ['Kadıoğlu Æneas Großkreutz', 'Kadioglu Aeneas Grosskreutz'],
  ['Þórir Guðmundsson Œuvrard', 'Thorir Gudmundsson Oeuvrard'],
])(
  'names are the same in whichever way sportsbooks spell them, as in comparisons: %s, %s',
  (...names) => {
    expect(foldName(names[0])).toEqual(foldName(names[1]));
    const goals = { marketType: 'player_goals', selectionType: 'over', line: 0.5 };
    const scorer = { marketType: 'anytime_scorer', selectionType: 'other' };
    const over = names.map((name, index) => offer(2 + index, { ...goals, playerName: name }));
    const scores = names.map((name, index) => offer(4 + index, { ...scorer, selection: name }));
    expect(decimals(...over, ...scores)).toEqual([5, 3]);
  },
);

test('a bet is the same where sportsbooks state different starts, of which the earliest sorts', () => {
  const starts = ['2026-11-22T19:00Z', '2026-11-22T00:00:00Z', '2026-11-22T19:00:00Z'];
  const offers = starts.map((eventStartTime, index) => offer(2 + index, { eventStartTime }));
  const between = offer(1.5, { eventId: 'another', eventStartTime: '2026-11-22T18:00:00Z' });
  expect(decimals(between, ...offers)).toEqual([4, 1.5]);
});

test.each([
  ['another line', { line: -1 }],
  ['another market', { marketType: 'first_half_moneyline' }],
  ['another event', { eventId: 'another' }],
  ['the other answer to a question about a team', { selection: 'Arsenal No' }],
  ['another player', { playerName: 'Saka' }],
])('%s is another bet', (_, changes) => {
  expect(decimals(offer(2), offer(3, changes))).toHaveLength(2);
});

test('propositions of any kind on one team are bets of their own', () => {
  const props = ['Arsenal', 'Arsenal Win in 90 Minutes', 'ARSENAL'].map((selection, index) =>
    offer(2 + index, { marketType: 'game_prop', selection }),
  );
  const player = { marketType: 'Team_Prop', selectionType: 'over', playerName: 'Saka', line: 1.5 };
  const overs = ['Saka Shots', 'Saka Goals'].map((selection) => offer(2, { ...player, selection }));
  expect(decimals(...props)).toEqual([4, 3]);
  expect(decimals(...overs)).toHaveLength(2);
});

test('players whom only the name of the selection tells apart have bets of their own', () => {
  const over = { marketType: 'player_shots', selectionType: 'over', line: 1.5 };
  const selections = ['Saka Over', 'Havertz Over'];
  expect(decimals(...selections.map((selection) => offer(2, { ...over, selection })))).toHaveLength(
    2,
  );
});
