import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tool } from '../../src/mcp/tool.ts';
import { toolArguments } from '../../src/mcp/tool-arguments.ts';
import { toolDocuments } from '../../src/mcp/tool-documents.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { OVER, ToolGraph } from './tool-graph.ts';

let tools: ToolGraph;

beforeAll(async () => {
  tools = await ToolGraph.start();
});
afterAll(() => tools.stop());

test('are forgiven what models get wrong: case, one value for a list, numbers and choices as text', async () => {
  const exact = await tools.call('find_events', { leagues: ['nba', 'nhl'], live: false, first: 3 });
  const sloppy = await tools.call('find_events', {
    ...{ leagues: 'NBA, Nhl', live: 'False', first: ' 3', team: null },
  });
  expect(sloppy.structured).toEqual(exact.structured);
  expect(exact.structured.events.nodes).toHaveLength(3);
  const { structured } = await tools.call('opportunities', {
    kinds: 'ev',
    minEvPercent: '0',
    first: 1,
  });
  expect(structured.opportunities.nodes[0].__typename).toBe('EvOpportunity');
});

test.each(['["nba", "nhl"]', 'nba,nhl,', ' , nba,, nhl'])(
  'may be a list as %s',
  async (leagues) => {
    const base = { first: 3, live: false };
    const exact = await tools.call('find_events', { ...base, leagues: ['nba', 'nhl'] });
    const sloppy = await tools.call('find_events', { ...base, leagues });
    expect(sloppy.structured).toEqual(exact.structured);
  },
);

test('of a bet may be called what other tools call them', async () => {
  const bet = { selection: 'Nobody', american: -110 };
  const exact = await tools.call('closing_line_value', {
    bets: [{ ...bet, eventId: OVER.id, sportsbookId: 'draftkings', marketType: 'moneyline' }],
  });
  for (const market of ['market', 'markets']) {
    const { structured } = await tools.call('closing_line_value', {
      bets: [{ ...bet, event: OVER.id, sportsbook: 'draftkings', [market]: 'moneyline' }],
    });
    expect(structured).toEqual(exact.structured);
    expect(structured.closingLineValue).toHaveLength(1);
  }
});

test('may be objects as JSON text', async () => {
  const bet = { eventId: OVER.id, sportsbookId: 'draftkings', marketType: 'moneyline' };
  const bets = [{ ...bet, selection: 'Nobody' }];
  const exact = await tools.call('closing_line_value', { bets });
  for (const text of [JSON.stringify(bets), JSON.stringify(bets[0])]) {
    const { structured } = await tools.call('closing_line_value', { bets: text });
    expect(structured).toEqual(exact.structured);
  }
});

test('"when" may be a day', async () => {
  const { structured } = await tools.call('find_events', { when: '2026-11-23' });
  const query = '{ events(filter: { date: "2026-11-23" }) { totalCount } }';
  expect(structured.events.totalCount).toBe((await tools.graph.ask(query)).data.events?.totalCount);
});

const HUGE = 'x'.repeat(900_000);

test.each([
  ['find_events', { when: 'soonish' }, /"when" is one of now, tonight/],
  ['find_events', { when: 'constructor' }, /"when" is one of now, tonight/],
  ['find_events', { when: '2026-02-31' }, /"when" is one of now, tonight/],
  ['find_events', { when: HUGE }, /"when" is one of now, tonight/],
  ['find_events', { first: 500 }, /"first" must be from 1 to 200/],
  ['find_events', { first: 'many' }, /"first" has to be an integer, but is "many"\./],
  ['find_events', { first: HUGE }, /"first" has to be an integer/],
  ['find_events', { first: 1.5 }, /"first" has to be an integer, but is "1.5"\./],
  ['find_events', { live: 'constructor' }, /"live" has to be a boolean, but is "constructor"\./],
  ['find_events', { live: HUGE }, /"live" has to be a boolean/],
  ['find_events', { team: { name: HUGE } }, /"team" has to be a string, but is an object\./],
  ['find_events', { leagues: [{ $gt: '' }] }, /"leagues.0" has to be a string, but is an object\./],
  ['find_events', { leagues: HUGE }, /filter.leagues/],
  ['find_events', { leagues: ','.repeat(900_000) }, /"leagues" has more than 1000 items/],
  [
    'find_events',
    Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`a${n}`, 1])),
    /no argument "a0"/,
  ],
  ['closing_line_value', { bets: Array(4_000).fill({ a: 1 }) }, /"bets" has more than 1000 items/],
  ['find_events', { leagues: Array(9_000).fill('x') }, /"leagues" has more than 1000 items/],
  [
    'opportunities',
    { kinds: ['ARB'] },
    /"kinds.0" has to be one of EV, ARBITRAGE, MIDDLE, LOW_HOLD/,
  ],
  ['opportunities', { kinds: HUGE }, /"kinds.0" has to be one of EV, ARBITRAGE, MIDDLE, LOW_HOLD/],
  ['find_events', { game: 'x' }, /no argument "game"\. Its arguments are: when, team/],
  ['find_events', { constructor: 'x' }, /no argument "constructor"/],
  ['find_events', { [HUGE]: 1 }, /no argument "x+…"\. Its arguments are: when, team/],
  ['find_events', { maxKilobytes: 0 }, /"maxKilobytes" has to be from 2 to 200/],
  ['find_events', { maxKilobytes: 1e9 }, /"maxKilobytes" has to be from 2 to 200/],
  ['find_events', { after: HUGE }, /"after"/],
  ['compare_sportsbooks', {}, /needs the argument "eventId"/],
  ['compare_sportsbooks', { eventId: null }, /needs the argument "eventId"/],
  ['compare_sportsbooks', { eventId: 2 ** 60 }, /"eventId" has to be a string, but is "115292150/],
  ['compare_sportsbooks', { eventId: HUGE }, /longer than 256 characters/],
  ['closing_line_value', { bets: 'Lakers' }, /"bets.0" has to be an object, but is "Lakers"/],
  [
    'closing_line_value',
    { bets: [{ odds: 1 }] },
    /"bets.0" has no argument "odds"\. Its arguments are: eventId/,
  ],
  [
    'closing_line_value',
    { bets: [{ eventId: 'a' }] },
    /"bets.0" needs the argument "sportsbookId"/,
  ],
  ['line_movement', { eventId: OVER.id, from: 'noon' }, /date and time with a zone, such as/],
  [
    'line_movement',
    { eventId: OVER.id, from: 't'.repeat(900_000) },
    /date and time with a zone, such as/,
  ],
])(
  'of %s that are wrong get a short answer that says how to mend them',
  async (name, args, message) => {
    const { structured, text } = await tools.call(name, args);
    expect(text).toMatch(message);
    expect(text).not.toMatch(/\$|cannot represent|Int\b/);
    expect(Buffer.byteLength(text + JSON.stringify(structured))).toBeLessThan(4_000);
  },
);

describe('"when"', () => {
  const schema = executableSchema();
  const [tool] = toolDocuments().for(schema, []).tools.values();
  const windowAt = (when: string, now: string) => {
    const { variables } = Object(toolArguments(tool as Tool, { when }, Date.parse(now)));
    return [variables['startsAfter'], variables['startsBefore']];
  };

  test.each([
    ['this weekend', '18T12', '21', '23'],
    ['this weekend', '21T18', '21', '23'],
    ['this weekend', '23T11', '21', '23'],
    ['this weekend', '23T12', '28', '30'],
    ['yesterday', '21T18', '20', '21'],
    ['last night', '21T18', '20', '21'],
    ['today', '21T18', '21', '22'],
    ['tomorrow', '21T18', '22', '23'],
  ])(
    '"%s" at %s is days in UTC, %s and so on, and the evening after them in America',
    (when, now, from, to) => {
      const window = [`2026-11-${from}T00:00:00.000Z`, `2026-11-${to}T12:00:00.000Z`];
      expect(windowAt(when, `2026-11-${now}:00:00Z`)).toEqual(window);
    },
  );

  test.each([
    ['now', '2026-11-21T14', '2026-11-21T21'],
    ['Tonight', '2026-11-21T14', '2026-11-22T08'],
    ['this_week', '2026-11-21T14', '2026-11-28T14'],
    ['last week', '2026-11-14T18', '2026-11-21T18'],
  ])('"%s" is counted from the hour', (when, from, to) => {
    const window = [from, to].map((hour) => `${hour}:00:00.000Z`);
    expect(windowAt(when, '2026-11-21T18:47:00Z')).toEqual(window);
  });

  test('leaves out no game between this week and next week', () => {
    const [[, end], next] = ['this week', 'next week'].map((when) =>
      windowAt(when, '2026-11-28T02:47:00Z'),
    ) as [unknown[], unknown[]];
    expect(next).toEqual([end, '2026-12-11T22:00:00.000Z']);
  });

  test('means the same games for an hour, so that the next page goes on', () => {
    expect(windowAt('tonight', '2026-11-21T18:59:00Z')).toEqual(
      windowAt('tonight', '2026-11-21T18:00:00Z'),
    );
  });
});

test.each([
  ['compare_sportsbooks', { eventId: OVER.id }, 'If it is over, call line_movement'],
  ['compare_sportsbooks', { eventId: 123 }, 'No game in play or to come (find_events) has this id'],
  ['line_movement', { eventId: 'nope' }, 'No prices are recorded of a game with this id'],
  ['line_movement', { eventId: OVER.id, markets: 'spread' }, 'leave out sportsbooks, from and to'],
  ['find_events', { when: '2020-01-01' }, 'are in past_events'],
  [
    'find_events',
    { leagues: 'NBA', sports: 'hockey' },
    'Nothing matches leagues and sports together',
  ],
  ['find_events', { team: 'Raptors', leagues: 'epl' }, 'such as those of yesterday'],
  [
    'futures',
    { leagues: 'nfl', sports: 'basketball', markets: 'season_leader' },
    'Nothing matches leagues and sports and markets together',
  ],
  ['player_props', { players: ['Nobody'], when: '2020-01-01' }, 'are in past_events'],
  ['player_props', { players: ['Nobody'], leagues: 'nba' }, 'has such a prop'],
  [
    'player_props',
    { players: ['Nobody'], leagues: 'nba', markets: 'player_cards' },
    'has such a prop',
  ],
  [
    'best_prices',
    { markets: 'quidditch', first: 1 },
    'categories (`main`, `spread`, `total`, `props`)',
  ],
  ['opportunities', { kinds: 'ev', minEvPercent: 99 }, 'lower minEvPercent'],
  ['price_moves', { minMovePercent: 100 }, 'Lower minMovePercent'],
  [
    'price_moves',
    { windowMinutes: 1_440, leagues: 'epl' },
    'recorded since 2026-11-20T22:00:00.000Z only',
  ],
  ['past_events', { when: '2026-11-19' }, 'recorded since 2026-11-20T22:00:00.000Z only'],
])('of %s that find nothing, such as %j, get a hint', async (name, args, hint) => {
  const { structured, text } = await tools.call(name, args);
  expect(structured.about.hints.join(' ')).toContain(hint);
  expect(text).toContain(hint);
});

test.each([
  ['opportunities', { kinds: 'middle', leagues: 'quidditch' }, 'minEvPercent'],
  ['find_events', { when: '2030-01-01' }, 'past_events'],
  ['find_events', { when: '2030-01-01' }, 'find_events'],
  [
    'player_props',
    { players: ['Nobody'], leagues: 'nba', markets: 'player_cards' },
    'Nothing matches',
  ],
])('of %s, such as %j, get no hint that cannot help', async (name, args, hint) => {
  const { structured } = await tools.call(name, args);
  expect(Object.values<{ nodes?: [] }>(structured)[1]?.nodes?.length).toBe(0);
  expect(structured.about.hints.join(' ')).not.toContain(hint);
});

test.each([
  ['find_events', {}],
  ['player_props', { players: ['a'] }],
])('of %s have no hint after the last page', async (name, others) => {
  const args = { ...others, leagues: 'nba', first: 20 };
  const { events } = (await tools.call(name, { ...args, maxKilobytes: 200 })).structured;
  const { hasNextPage, endCursor: after } = events.pageInfo;
  const { structured } = await tools.call(name, { ...args, after });
  expect([hasNextPage, structured.events.nodes]).toEqual([false, []]);
  expect(structured.about.hints).toEqual([]);
});

test('of a team that is not in play say where its games are', async () => {
  const games = await tools.call('find_events', { leagues: 'nba', live: false, first: 1 });
  const team = games.structured.events.nodes[0].name.split(' @ ')[0];
  const { structured } = await tools.call('live_scores', { team });
  expect(structured.about.hints.join()).toContain('call find_events for those to come');
});

test('that name nothing get the nearest names, of teams too, marked as data', async () => {
  const { structured } = await tools.call('find_events', { leagues: ['nbaa'] });
  expect(structured.events.totalCount).toBe(0);
  expect(structured.about.hints.join()).toContain('nba');
  const listed = await tools.call('find_events', { leagues: 'nba', first: 1 });
  const name: string = listed.structured.events.nodes[0].name.split(' @ ')[1];
  const mascot = name.split(' ').at(-1) ?? '';
  for (const team of [`QQ ${mascot}`, `${mascot.slice(0, 2)}${mascot.slice(3)}`]) {
    const { structured: none, text } = await tools.call('find_events', { team });
    expect(none.about.hints.join()).toContain(name.toLowerCase());
    const [before = '', after = ''] = text.split('not instructions');
    expect(before).not.toContain(name.toLowerCase());
    expect(after).toContain(name.toLowerCase());
  }
});

test('with a word for when games start are told why its next page is refused once the hour is over', async () => {
  const { clock } = tools.graph;
  clock.advance(3_590_000 - (clock.now() % 3_600_000));
  const args = { when: 'tonight', first: 1 };
  const after = (await tools.call('find_events', args)).structured.events.pageInfo.endCursor;
  const again = await tools.call('find_events', { ...args, after });
  expect([again.isError, again.structured.about.hints]).toEqual([false, []]);
  clock.advance(20_000);
  const { isError, structured } = await tools.call('find_events', { ...args, after });
  expect([isError, structured.about.hints]).toEqual([
    true,
    [expect.stringMatching(/^"when" may mean other games .* call again without "after"\.$/)],
  ]);
  const other = await tools.call('find_events', { first: 1, after });
  expect([other.isError, other.structured.about.hints]).toEqual([true, []]);
});
