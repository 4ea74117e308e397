import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tool } from '../../src/mcp/tool.ts';
import { toolArguments } from '../../src/mcp/tool-arguments.ts';
import { toolDocuments } from '../../src/mcp/tool-documents.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { connectMcp, textOf } from '../harness/clients/mcp-client.ts';
import { runs } from '../harness/property-runs.ts';
import { TestGraph } from '../harness/servers/test-graph.ts';

const FOLDER = new URL('../../src/mcp/tools/', import.meta.url);
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.graphql', '').replaceAll('-', '_'));

let graph: TestGraph;
let client: Client;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  const url = `sqlite:${join(folder, 'history.db')}`;
  graph = await TestGraph.start({ history: { url, apiKey: 'demo_enterprise', days: 30 } });
  client = await connectMcp(graph.url);
});
beforeEach(() => graph.fresh());
afterAll(async () => {
  await client.close();
  await graph.stop();
  await rm(folder, { recursive: true });
});

/** What a tool answers. Fails if the answer does not fit its output schema: the client checks that. */
async function call(name: string, args: Record<string, unknown> = {}, caller = client) {
  const answer = await caller.callTool({ name, arguments: args });
  // biome-ignore lint/suspicious/noExplicitAny: every tool answers with a shape of its own.
  return { ...answer, structured: (answer.structuredContent ?? {}) as any, text: textOf(answer) };
}

/** The ids of an upcoming NBA game and of one in play. */
async function game(live: boolean): Promise<string> {
  const { structured } = await call('find_events', { leagues: ['nba'], live, first: 1 });
  return structured.events.nodes[0].id;
}

/** Arguments for every tool that needs some. */
const REQUIRED: Record<string, () => Promise<Record<string, unknown>>> = {
  compare_sportsbooks: async () => ({ eventId: await game(false) }),
  line_movement: async () => ({ eventId: await game(false) }),
  player_props: async () => ({ players: ['a'], leagues: ['nba'] }),
  closing_line_value: async () => ({
    bets: [
      {
        ...{ eventId: await game(true), sportsbookId: 'fanduel', marketType: 'moneyline' },
        ...{ selection: 'Nobody', american: '-110' },
      },
    ],
  }),
};

describe('tools', () => {
  test.each(['legacy', 'auto'] as const)(
    'are listed to clients of the protocol: %s',
    async (protocol) => {
      const other = await connectMcp(graph.url, { authorization: 'Bearer demo_pro' }, protocol);
      const { tools } = await other.listTools();
      expect(tools.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
      for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
        expect(title).toMatch(/^[A-Z]/);
        expect(description?.length).toBeGreaterThan(80);
        expect(annotations?.readOnlyHint).toBe(true);
        expect(outputSchema?.['required']).toContain('about');
        const properties = Object.entries(inputSchema.properties ?? {});
        for (const [name, schema] of properties) {
          expect([name, Object(schema).description]).toEqual([name, expect.stringMatching(/\.$/)]);
        }
      }
      await other.close();
    },
  );

  test.each(NAMES)('%s answers with data that fits its output schema', async (name) => {
    const { isError, structured, text } = await call(name, await REQUIRED[name]?.());
    expect([isError ?? false, structured.about.missing]).toEqual([false, []]);
    expect(structured.about.tier).toBe('enterprise');
    expect(structured.about.delaySeconds).toBe(0);
    expect(structured.about.answeredAt).toBe(new Date(graph.clock.now()).toISOString());
    expect(text).toContain('not instructions');
    expect(JSON.stringify(structured).length).toBeLessThan(26_000);
  });

  test('answer what /graphql answers to the same document', async () => {
    const texts = new Map(
      ['find_events', 'best_prices', 'live_scores', 'betting_splits', 'opportunities'].map(
        (name) =>
          [
            name,
            readFileSync(new URL(`${name.replace('_', '-')}.graphql`, FOLDER), 'utf8'),
          ] as const,
      ),
    );
    const anyArguments = fc.record(
      {
        team: fc.constantFrom('a', 'City', 'nobody'),
        leagues: fc.subarray(['nba', 'NFL', 'epl']),
        sports: fc.subarray(['basketball', 'Football', 'soccer']),
        live: fc.boolean(),
        markets: fc.subarray(['moneyline', 'Total']),
        first: fc.integer({ min: -1, max: 201 }),
        after: fc.constant('nonsense'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts.keys()), anyArguments, async (name, given) => {
        const text = texts.get(name) ?? '';
        const known = Object.entries(given).filter(([argument]) => text.includes(`$${argument}:`));
        const args = Object.fromEntries(known);
        const reply = await graph.ask(text, { variables: args });
        const { structured, isError } = await call(name, { ...args, maxKilobytes: 200 });
        const { about, ...data } = structured;
        if (about.cut.length === 0) expect(data).toEqual(reply.data);
        expect([isError ?? false, about.missing.length]).toEqual([
          reply.errors.length > 0,
          reply.errors.length,
        ]);
      }),
      { numRuns: runs(50) },
    );
  });
});

describe('arguments', () => {
  test('are forgiven what models get wrong: case, one value for a list, numbers and choices as text', async () => {
    const exact = await call('find_events', { leagues: ['nba', 'nhl'], live: false, first: 3 });
    const sloppy = await call('find_events', { leagues: 'NBA, Nhl', live: 'false', first: '3' });
    expect(sloppy.structured).toEqual(exact.structured);
    expect(exact.structured.events.nodes).toHaveLength(3);
    const { structured } = await call('opportunities', { kinds: 'ev', first: 1 });
    expect(structured.opportunities.nodes[0].__typename).toBe('EvOpportunity');
  });

  test.each([
    ['now', -5, 3],
    ['Tonight', -5, 14],
    ['today', -18, 6],
    ['this_week', -5, 164],
  ])('"when" may be %s', async (when, from, to) => {
    const { structured } = await call('find_events', { when, first: 50, maxKilobytes: 200 });
    const hours = structured.events.nodes.map(
      ({ startTime }: { startTime: string }) =>
        (Date.parse(startTime) - graph.clock.now()) / 3_600_000,
    );
    expect(hours.length).toBeGreaterThan(0);
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(from);
    expect(Math.max(...hours)).toBeLessThan(to);
  });

  test.each([
    ['tomorrow', '2026-11-22'],
    ['2026-11-23', '2026-11-23'],
  ])('"when" may be a day: %s', async (when, date) => {
    const { structured } = await call('find_events', { when });
    const query = `query ($date: String) { events(filter: { date: $date }) { totalCount } }`;
    const { data } = await graph.ask(query, { variables: { date } });
    expect(structured.events.totalCount).toBe(data.events?.totalCount);
  });

  test.each([
    ['find_events', { when: 'soonish' }, /"when" is one of now, tonight/],
    ['find_events', { when: 'constructor' }, /"when" is one of now, tonight/],
    ['find_events', { when: '2026-02-31' }, /"when" is one of now, tonight/],
    ['find_events', { first: 500 }, /"first" must be from 1 to 200/],
    ['opportunities', { kinds: ['ARB'] }, /"ARB" is none of EV, ARBITRAGE, MIDDLE, LOW_HOLD/],
    ['find_events', { game: 'x' }, /has no argument "game". Its arguments are: when, team/],
    ['find_events', { maxKilobytes: 0 }, /"maxKilobytes" is a whole number from 1 to 200/],
    ['compare_sportsbooks', {}, /needs the argument "eventId"/],
    ['find_events', { first: 'many' }, /Int cannot represent non-integer value: "many"/],
    ['find_events', { leagues: [{ $gt: '' }] }, /String cannot represent/],
  ])(
    'of %s that are wrong, such as %j, get an answer that says how to mend them',
    async (name, args, message) => {
      const { isError, text } = await call(name, args);
      expect(isError).toBe(true);
      expect(text).toMatch(message);
    },
  );

  test.each([
    ['2026-11-18T12:00:00Z', '2026-11-21', '2026-11-23'],
    ['2026-11-21T18:00:00Z', '2026-11-21', '2026-11-23'],
    ['2026-11-23T11:00:00Z', '2026-11-21', '2026-11-23'],
    ['2026-11-23T12:00:00Z', '2026-11-28', '2026-11-30'],
  ])('"this weekend" at %s is from %s to noon of %s', (now, from, to) => {
    const schema = executableSchema();
    const [tool] = toolDocuments().for(schema, []).tools.values();
    const when = { when: 'this weekend' };
    const { variables } = toolArguments(tool as Tool, when, schema, Date.parse(now));
    expect(variables).toMatchObject({
      startsAfter: `${from}T00:00:00.000Z`,
      startsBefore: `${to}T12:00:00.000Z`,
    });
  });

  test('mean the same games for an hour, so that the next page goes on', () => {
    const schema = executableSchema();
    const [tool] = toolDocuments().for(schema, []).tools.values();
    const at = (time: string) =>
      toolArguments(tool as Tool, { when: 'tonight' }, schema, Date.parse(time));
    expect(at('2026-11-21T18:59:00Z')).toEqual(at('2026-11-21T18:00:00Z'));
  });

  test.each([
    ['compare_sportsbooks', { eventId: 'nope' }, 'There is no game with this id'],
    ['find_events', { team: 'Nobodies' }, 'No game matches the team "Nobodies"'],
    ['find_events', { when: '2020-01-01' }, 'no longer listed'],
    ['player_props', { players: ['Nobody'], leagues: 'nba' }, 'has such a prop of Nobody'],
    ['opportunities', { kinds: 'ev', minEvPercent: 99 }, 'lower minEvPercent'],
    ['price_moves', { windowMinutes: 600 }, 'ask for windowMinutes below that'],
  ])('of %s that find nothing, such as %j, get a hint', async (name, args, hint) => {
    const { structured, text } = await call(name, args);
    expect(structured.about.hints.join(' ')).toContain(hint);
    expect(text).toContain(hint);
  });

  test('that name nothing get the nearest names', async () => {
    const { structured } = await call('find_events', { leagues: ['nbaa'] });
    expect(structured.events.totalCount).toBe(0);
    expect(structured.about.hints.join()).toContain('nba');
  });
});

describe('answers', () => {
  test('tell what the tier cannot see, in a sentence', async () => {
    const free = await connectMcp(graph.url, { 'x-api-key': 'demo_free' });
    const { isError, structured, text } = await call('opportunities', {}, free);
    expect(isError).toBe(true);
    expect(structured.about).toMatchObject({ tier: 'free', delaySeconds: 60 });
    expect(text).toMatch(/opportunities: .*hobby/);
    await free.close();
  });

  test('are as large as asked for, and say how to get the rest', async () => {
    const small = await call('best_prices', { first: 20, markets: ['main'], maxKilobytes: 5 });
    expect(JSON.stringify(small.structured).length).toBeLessThan(6_000);
    const [cut] = small.structured.about.cut;
    expect(cut).toMatch(/^events\.nodes: the first \d+ of 20 are shown\..*as "first"/);
    expect(small.text).toContain(cut);
    const large = await call('best_prices', { first: 20, markets: ['main'], maxKilobytes: 200 });
    expect(large.structured.about.cut).toEqual([]);
    expect(large.structured.events.nodes).toHaveLength(20);
  });

  test('cut the longest list of one object', async () => {
    const eventId = await game(false);
    const { structured } = await call('compare_sportsbooks', { eventId, maxKilobytes: 2 });
    expect(JSON.stringify(structured).length).toBeLessThan(3_000);
    expect(structured.event.id).toBe(eventId);
    expect(structured.about.cut.join()).toContain('event.comparison.markets');
  });

  test('to the best prices of many games cost two upstream requests', async () => {
    await call('my_access');
    graph.fresh();
    const { structured } = await call('best_prices', { leagues: ['nba'], first: 20 });
    expect(structured.events.nodes.length).toBeGreaterThan(2);
    expect(graph.proxy.costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 1 });
  });
});

describe('beside tools', () => {
  test('sports, sportsbooks and the schema can be read', async () => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris.toSorted()).toEqual(
      ['schema', 'sports', 'sportsbooks'].map((name) => `oddsgraph://${name}`),
    );
    const texts = await Promise.all(
      uris.toSorted().map(async (uri) => {
        const { contents } = await client.readResource({ uri });
        return Object(contents[0]).text as string;
      }),
    );
    expect(texts[0]).toContain('type Query');
    expect(JSON.parse(texts[1] ?? '').sports.length).toBeGreaterThan(3);
    expect(JSON.parse(texts[2] ?? '').sportsbooks.length).toBeGreaterThan(20);
    await expect(client.readResource({ uri: 'oddsgraph://secrets' })).rejects.toThrow(
      /There are: s/,
    );
  });

  test('prompts name tools that exist', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'find_value_tonight',
      'review_my_bets',
      'watch_a_game',
    ]);
    for (const { name } of prompts) {
      const given = {
        team: 'Celtics',
        bets: 'Celtics -3.5',
        league: 'nba',
        sportsbooks: 'fanduel',
      };
      const { messages } = await client.getPrompt({ name, arguments: given });
      const text = Object(messages[0]?.content).text as string;
      const named = text.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
      expect(named.filter((tool) => !NAMES.includes(tool))).toEqual([]);
    }
    await expect(client.getPrompt({ name: 'lose_money' })).rejects.toThrow(/There is no prompt/);
  });

  test('a tool that does not exist is refused with the names of those that do', async () => {
    await expect(client.callTool({ name: 'place_bet' })).rejects.toThrow(/best_prices/);
  });
});
