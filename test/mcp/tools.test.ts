import { readdirSync } from 'node:fs';
import { ProtocolErrorCode } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectMcp } from '../harness/clients/mcp-client.ts';
import { RecordedGame } from '../history/recorded-game.ts';
import { OVER, PLAYERS, ToolGraph } from './tool-graph.ts';

const FOLDER = new URL('../../src/mcp/tools/', import.meta.url);
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.graphql', '').replaceAll('-', '_'));

let tools: ToolGraph;

beforeAll(async () => {
  tools = await ToolGraph.start();
});
afterAll(() => tools.stop());

const HOUR = 3_600_000;

const iso = (ms: number) => new Date(ms).toISOString();

const BET = { eventId: OVER.id, sportsbookId: 'fanduel', selection: 'Yesterday Hosts' };

/** Arguments for every tool that needs some. */
const REQUIRED: Record<string, () => Promise<Record<string, unknown>>> = {
  compare_sportsbooks: async () => ({ eventId: await tools.game(false) }),
  line_movement: async () => ({ eventId: await tools.game(false) }),
  player_props: async () => ({ players: ['a'], leagues: ['nba'] }),
  closing_line_value: async () => ({ bets: [{ ...BET, marketType: 'h2h', american: '-110' }] }),
};

describe('tools', () => {
  test.each(['legacy', 'auto'] as const)(
    'are listed to clients of the protocol: %s',
    async (protocol) => {
      const other = await connectMcp(
        tools.graph.url,
        { authorization: 'Bearer demo_pro' },
        protocol,
      );
      const listed = (await other.listTools()).tools;
      expect(listed.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
      for (const { name, title, description, annotations, inputSchema, outputSchema } of listed) {
        expect(title).toMatch(/^[A-Z]/);
        // When to use it, and when not.
        expect([name, description]).toEqual([name, expect.stringMatching(/\bUse it\b/)]);
        expect([name, description]).toEqual([name, expect.stringMatching(/\bNot for\b/)]);
        const named = description?.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
        expect(named.filter((word) => !NAMES.includes(word) && !word.includes('points'))).toEqual(
          [],
        );
        expect(annotations?.readOnlyHint).toBe(true);
        expect(outputSchema?.['required']).toContain('about');
        // The best price among main lines is not always the best at a line.
        if (inputSchema.properties?.['lines'] && JSON.stringify(outputSchema).includes('"best')) {
          expect(JSON.stringify(inputSchema.properties['lines'])).toContain('ask for `ALL`');
        }
        // The fair price of some sportsbooks alone is no measure of theirs.
        if (
          inputSchema.properties?.['sportsbooks'] &&
          JSON.stringify(outputSchema).includes('fairPrice')
        ) {
          expect(JSON.stringify(inputSchema.properties['sportsbooks'])).toContain('leave it out');
        }
        for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
          expect([argument, Object(schema).description]).toEqual([
            argument,
            expect.stringMatching(/\.$/),
          ]);
        }
      }
      await other.close();
    },
  );

  test.each(NAMES)('%s answers with data that fits its output schema', async (name) => {
    const { isError, structured, content } = await tools.call(name, await REQUIRED[name]?.());
    expect([isError, structured.about.missing]).toEqual([false, []]);
    expect(structured.about).toMatchObject({ tier: 'enterprise', delaySeconds: 0 });
    expect(structured.about.answeredAt).toBe(new Date(tools.graph.clock.now()).toISOString());
    expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(25_000);
    const [sentences, json] = content.map((one) => Object(one).text as string);
    expect(sentences?.length).toBeLessThan(1_500);
    expect(sentences).toContain('not instructions');
    expect(JSON.parse(json ?? '')).toEqual(structured);
  });
});

describe('the number of games', () => {
  test('may be as high as each tool says', async () => {
    const listed = (await tools.client.listTools()).tools.flatMap(({ name, inputSchema }) => {
      const { description = '' } = Object(inputSchema.properties?.['first']);
      const [, first] = /\b1 to (\d+)\b/.exec(description) ?? [];
      return first === undefined ? [] : [{ name, first }];
    });
    expect(listed.length).toBeGreaterThan(5);
    for (const { name, first } of listed) {
      const { structured } = await tools.call(name, { ...(await REQUIRED[name]?.()), first });
      expect([name, structured.about.missing]).toEqual([name, []]);
    }
  });

  test('that is too high for what else is asked for gets a hint', async () => {
    const args = { players: ['a'], first: 200 };
    const { isError, structured } = await tools.call('player_props', args);
    expect(isError).toBe(true);
    expect(structured.about.hints).toEqual([expect.stringMatching(/^Lower "first"/)]);
  });
});

describe('questions about games that are over', () => {
  test('are answered: yesterday’s games with their ids, and on request with their closing prices', async () => {
    const { structured } = await tools.call('past_events', { when: 'yesterday', leagues: 'NBA' });
    expect(structured.recordedEvents.nodes).toMatchObject([
      { eventId: OVER.id, name: 'Yesterday Guests @ Yesterday Hosts' },
    ]);
    expect(structured.recordedEvents.nodes[0].closingOdds).toBeUndefined();
    const closed = await tools.call('past_events', {
      ...{
        team: 'hosts',
        when: 'yesterday',
        withClosing: true,
        sportsbooks: 'FanDuel',
        markets: 'h2h',
      },
    });
    const [{ closingOdds }] = closed.structured.recordedEvents.nodes;
    expect(closingOdds.map(({ price }: { price: { american: number } }) => price.american)).toEqual(
      [-120, 105],
    );
  });

  test('are answered: how the line moved, and where it closed', async () => {
    const args = { eventId: OVER.id, market: ['moneyline'] };
    const { structured } = await tools.call('line_movement', args);
    const [event] = structured.recordedEvents.nodes;
    const [{ sides, movedAt }, other] = event.lineMovement;
    const pricesOf = (points: { price: { american: number } | null }[]) =>
      points.map(({ price }) => price?.american ?? null);
    expect(pricesOf([sides[0].first, sides[0].last])).toEqual([-150, -120]);
    expect([movedAt, other.movedAt]).toEqual(Array(2).fill(iso(OVER.startsAt - HOUR)));
    expect(event.between).toBeUndefined();
    const all = await tools.call('line_movement', { ...args, withPoints: true, inPlay: true });
    const { between } = all.structured.recordedEvents.nodes[0];
    expect(pricesOf(between[0].sides[0].points)).toEqual([-150, -120, null]);
  });

  test('are answered: whether bets beat the close, with the markets as other tools call them', async () => {
    const bets = [
      { ...BET, marketType: 'moneyline', american: 100 },
      { ...BET, marketType: 'total', selection: 'over', line: 220.5, american: '+100' },
      { ...BET, marketType: 'moneyline', selection: 'Nobody', american: 100 },
    ];
    const { structured } = await tools.call('closing_line_value', { bets });
    const [hosts, over, nobody] = structured.closingLineValue;
    expect([hosts.closing.price.american, over.closing.price.american]).toEqual([-120, -110]);
    expect(nobody.closing).toBeNull();
    expect(structured.about.hints.join()).toMatch(/bet 3 .*: its selection is not .*past_events/i);
    expect(structured.about.hints.join()).not.toMatch(/bet 1/i);
  });

  test.each([
    ['is not known', { marketType: 'moneyline', selection: 'Nobody' }, 'selection is not', true],
    ['came in play', { marketType: 'last_to_score' }, 'recorded from before the game began', false],
  ])(
    'about many bets of which each %s say why, and what may help',
    async (_, bet, reason, helps) => {
      const bets = Array.from({ length: 12 }, () => ({ ...BET, american: 100, ...bet }));
      const { hints } = (await tools.call('closing_line_value', { bets })).structured.about;
      expect(hints[0]).toContain(reason);
      expect(hints.join().includes('Call past_events')).toBe(helps);
    },
  );

  test('about bets that cannot be compared say why: one in play, one without its line', async () => {
    const bet = { ...BET, american: 100 };
    const bets = [
      { ...bet, marketType: 'moneyline', placedAt: iso(OVER.startsAt + HOUR) },
      { ...bet, marketType: 'total', selection: 'Over' },
      { ...bet, marketType: 'total', selection: 'Over', line: 219.5 },
      { ...bet, marketType: 'moneyline', placedAt: iso(OVER.startsAt - HOUR) },
    ];
    const { structured } = await tools.call('closing_line_value', { bets });
    expect(structured.about.hints).toEqual([
      'Bet 1 was placed in play: the closing price is that before the game.',
      'Bet 2 needs its line.',
    ]);
  });

  test('that name a player by too little are told the players, as data', async () => {
    const bet = { ...BET, marketType: 'player_points', selection: 'Over', american: 100 };
    const { isError, text, structured } = await tools.call('closing_line_value', {
      bets: [bet],
    });
    expect(isError).toBe(true);
    expect(structured.about.missing.join()).toContain(PLAYERS[1]);
    const [before = '', after = ''] = text.split('not instructions');
    expect(before).not.toContain(PLAYERS[0]);
    expect(after).toContain(PLAYERS[0]);
  });
});

test('what cannot be bet, now or when play began, is not answered like what can', async () => {
  const game = await RecordedGame.start();
  const client = await connectMcp(game.graph.url);
  const total = {
    market_type: 'total_goals',
    selection: 'Over',
    selection_type: 'over',
    line: 2.5,
  };
  for (const [index, sportsbook] of ['betmgm', 'draftkings', 'fanduel'].entries()) {
    await game.set({ ...total, id: `${index}`, sportsbook });
  }
  game.turnTo(8);
  await game.set({ id: '1', odds_american: 0, odds_decimal: 1 });
  await game.remove('2');
  const args = { eventId: 'game', markets: 'total', withPoints: true, resolution: 'TICK' };
  const movement = async () => {
    const { structured } = await tools.call('line_movement', args, client);
    const [{ lineMovement, between }] = structured.recordedEvents.nodes;
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    return lineMovement.map(({ sportsbookId, sides: [side] }: any, index: number) =>
      [sportsbookId, side.isOpen, between[index].sides[0].points.at(-1).status].join(' '),
    );
  };
  const stood = ['betmgm true OPEN', 'draftkings false SUSPENDED', 'fanduel false REMOVED'];
  expect((await movement()).toSorted()).toEqual(stood);
  game.turnTo(10);
  await game.set({ id: '0', odds_american: 300, is_live: true });
  expect((await movement()).toSorted()).toEqual(stood);
  const closed = { withClosing: true, markets: 'total' };
  const { structured } = await tools.call('past_events', closed, client);
  const [{ closingOdds }] = structured.recordedEvents.nodes;
  expect(closingOdds).toMatchObject([
    { sportsbookId: 'betmgm', status: 'OPEN' },
    { sportsbookId: 'draftkings', status: 'SUSPENDED' },
  ]);
  const { tools: listed } = await client.listTools();
  for (const name of ['compare_sportsbooks', 'player_props']) {
    expect(listed.find((tool) => tool.name === name)?.description).toContain('is suspended');
  }
  await client.close();
  await game.stop();
});

describe('questions of bettors', () => {
  test('about titles are answered by the outrights of a league, or by those of one market', async () => {
    const { structured } = await tools.call('futures', { leagues: 'nfl' });
    expect(structured.events.nodes.length).toBeGreaterThan(1);
    const markets = structured.events.nodes.flatMap(
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      ({ comparison }: any) => comparison?.markets ?? [],
    );
    expect(markets[0].selections[0]).toMatchObject({ bestSportsbookId: expect.any(String) });
    expect(structured.about.cut).toEqual([]);
    const one = await tools.call('futures', { markets: 'championship_winner' });
    for (const { comparison } of one.structured.events.nodes) {
      expect(comparison.markets[0].marketType).toBe('championship_winner');
    }
    expect(one.structured.events.nodes.length).toBeGreaterThan(1);
  });

  test('about who scores need its market, as the argument says: it is not among the props', async () => {
    const market = 'anytime_goal_scorer';
    const { tools: all } = await tools.client.listTools();
    const { inputSchema } = all.find(({ name }) => name === 'player_props') ?? {};
    expect(Object(inputSchema?.properties?.['markets']).description).toContain(market);
    const args = { players: 'a', sports: 'soccer' };
    const props = await tools.call('player_props', args);
    const scorers = await tools.call('player_props', { ...args, market });
    const found = [props, scorers].map(({ structured }) => JSON.stringify(structured.events));
    expect(found).toEqual([expect.not.stringContaining(market), expect.stringContaining(market)]);
  });

  test('about a player get over and under with the best price, its age and every sportsbook', async () => {
    const listed = await tools.call('player_props', { players: 'a', leagues: 'nba', first: 1 });
    const player: string =
      listed.structured.events.nodes[0].comparison.markets[0].selections[0].selection;
    const { structured } = await tools.call('player_props', { player, leagues: 'nba' });
    const selections = structured.events.nodes.flatMap(
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      ({ comparison }: any) => comparison?.markets.flatMap((one: any) => one.selections) ?? [],
    );
    const sides = selections.map(({ selectionType }: { selectionType: string }) => selectionType);
    expect(new Set(sides)).toEqual(new Set(['over', 'under']));
    for (const one of selections) {
      expect(one).toMatchObject({ selection: player, bestSportsbookId: expect.any(String) });
      expect(one.prices.length).toBeGreaterThan(0);
      expect(Date.parse(one.bestSeenAt)).toBeLessThanOrEqual(tools.graph.clock.now());
    }
  });

  test('about the total get the main line, and alternate lines on request', async () => {
    const linesOf = async (lines?: string) => {
      const args = { live: false, first: 50, markets: 'spread, total', lines };
      const { structured } = await tools.call('best_prices', { ...args, maxKilobytes: 200 });
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const selections = structured.events.nodes.flatMap(({ eventId, comparison }: any) =>
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        (comparison?.markets ?? []).flatMap(({ marketType, selections }: any) =>
          // biome-ignore lint/suspicious/noExplicitAny: as above.
          selections.map(({ line }: any) => `${eventId} ${marketType} ${line}`),
        ),
      );
      return new Set<string>(selections);
    };
    const [main, all] = [await linesOf(), await linesOf('all')];
    expect(main.size).toBeLessThan(all.size);
    expect(all.isSupersetOf(main)).toBe(true);
  });

  test('about the public get how it bet before, on request', async () => {
    const { splits } = (
      await tools.graph.ask('{ splits(first: 1) { nodes { event { homeTeam } } } }')
    ).data;
    const team = splits?.nodes[0]?.event?.homeTeam;
    const { structured } = await tools.call('betting_splits', { team, withHistory: true });
    const [{ before }] = structured.events.nodes;
    expect(before.entries[0]).toMatchObject({ recordedAt: expect.any(String), total: {} });
    const without = await tools.call('betting_splits', { team });
    expect(without.structured.events.nodes[0]).not.toHaveProperty('before');
  });

  test('about games in play get scores and prices at once', async () => {
    const { structured } = await tools.call('best_prices', { live: true, first: 5 });
    const { nodes } = structured.events;
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.some(({ gameState }: { gameState: object | null }) => gameState !== null)).toBe(
      true,
    );
  });

  test('about opportunities are told how old a price is and whether it may be stale, and get links on request', async () => {
    const args = { kinds: 'ev', minEvPercent: 0, first: 3, withLinks: true };
    const { structured } = await tools.call('opportunities', args);
    for (const one of structured.opportunities.nodes) {
      expect(one).toMatchObject({ possiblyStale: expect.any(Boolean) });
      expect(one).toHaveProperty('oddsAgeSeconds');
    }
    expect(structured.opportunities.nodes[0].deepLink.url).toMatch(/^http/);
    expect(structured.opportunities.nodes.length).toBeGreaterThan(0);
  });
});

describe('beside tools', () => {
  test('sports, sportsbooks and the schema can be read', async () => {
    const { resources } = await tools.client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris.toSorted()).toEqual(
      ['schema', 'sports', 'sportsbooks'].map((name) => `oddsgraph://${name}`),
    );
    const texts = await Promise.all(
      uris.toSorted().map(async (uri) => {
        const { contents } = await tools.client.readResource({ uri });
        return Object(contents[0]).text as string;
      }),
    );
    expect(texts[0]).toContain('type Query');
    const { sports, about } = JSON.parse(texts[1] ?? '');
    expect(about.cut).toEqual([]);
    expect(sports.length).toBeGreaterThan(3);
    expect(sports[0].marketTypes.length).toBeGreaterThan(1);
    expect(JSON.parse(texts[2] ?? '').sportsbooks.length).toBeGreaterThan(20);
    await expect(tools.client.readResource({ uri: 'oddsgraph://secrets' })).rejects.toThrow(
      /There are: sports, sportsbooks, schema\./,
    );
  });

  test('a resource that cannot be read is an error', async () => {
    tools.graph.fresh();
    tools.graph.proxy.spoil('GET /sportsbooks', ({ response }) => {
      response.writeHead(404).end('{}');
    });
    const read = tools.client.readResource({ uri: 'oddsgraph://sportsbooks' });
    await expect(read).rejects.toThrow(/sportsbooks: /);
    tools.graph.proxy.reset();
  });

  test('prompts name tools that exist', async () => {
    const { prompts } = await tools.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'find_value_tonight',
      'review_my_bets',
      'watch_a_game',
    ]);
    const given = { team: 'Celtics', bets: 'Celtics -3.5', league: 'nba', sportsbooks: 'fanduel' };
    for (const { name } of prompts) {
      const { messages } = await tools.client.getPrompt({ name, arguments: given });
      const text = Object(messages[0]?.content).text as string;
      const named = text.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
      expect(named.filter((tool) => !NAMES.includes(tool))).toEqual([]);
    }
    await expect(tools.client.getPrompt({ name: 'lose_money' })).rejects.toThrow(
      /There is no prompt/,
    );
    const endless = { name: 'review_my_bets', arguments: { bets: 'x'.repeat(20_000) } };
    await expect(tools.client.getPrompt(endless)).rejects.toThrow(/10000/);
  });

  test.each([
    ['watch_a_game', {}, 'needs the argument "team"'],
    ['review_my_bets', { bets: ' ' }, 'needs the argument "bets"'],
  ])('the prompt %s with %o is refused: it %s', async (name, args, message) => {
    const refused = tools.client.getPrompt({ name, arguments: args });
    await expect(refused).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
      message: expect.stringContaining(message),
    });
  });

  test('the prompt about one game asks for moves in play, too, which the tool leaves out by default', async () => {
    const prompt = { name: 'watch_a_game', arguments: { team: 'Celtics' } };
    const { messages } = await tools.client.getPrompt(prompt);
    expect(Object(messages[0]?.content).text).toMatch(/line_movement \(with inPlay true/);
  });

  test('the prompt about value at a sportsbook takes the fair price from all sportsbooks', async () => {
    const prompt = { name: 'find_value_tonight', arguments: { sportsbooks: 'novig' } };
    const { messages } = await tools.client.getPrompt(prompt);
    expect(Object(messages[0]?.content).text).toContain('(both without `sportsbooks`');
  });

  test('a tool that does not exist is refused with the names of those that do', async () => {
    await expect(tools.client.callTool({ name: 'place_bet' })).rejects.toThrow(/best_prices/);
  });
});
