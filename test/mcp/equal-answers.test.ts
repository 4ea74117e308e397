import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tool } from '../../src/mcp/tool.ts';
import { toolArguments } from '../../src/mcp/tool-arguments.ts';
import { toolDocuments } from '../../src/mcp/tool-documents.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import type { Question } from '../harness/clients/graph-client.ts';
import { connectMcp } from '../harness/clients/mcp-client.ts';
import { runs } from '../harness/property-runs.ts';
import { NOW, OVER, ToolGraph } from './tool-graph.ts';

const TOOLS = toolDocuments().for(executableSchema(), []).tools;

interface Caller {
  readonly client: Client;
  /** How the same caller asks `/graphql`. */
  readonly asks: Question;
}

let tools: ToolGraph;
let current: string;
const callers: Caller[] = [];

beforeAll(async () => {
  tools = await ToolGraph.start();
  current = await tools.game(false);
  const connect = async (headers: Record<string, string>) =>
    callers.push({
      client: await connectMcp(tools.graph.url, headers),
      asks: { key: null, headers },
    });
  for (const tier of ['free', 'hobby', 'pro', 'sharp', 'enterprise'])
    await connect({ 'x-api-key': `demo_${tier}` });
  for (const tier of ['free', 'pro'])
    await connect({ authorization: `Bearer ${await tools.graph.token({ tier })}` });
});
afterAll(async () => {
  for (const { client } of callers) await client.close();
  await tools.stop();
});

const bet = fc.record(
  {
    eventId: fc.constantFrom(OVER.id, 'nope'),
    sportsbookId: fc.constantFrom('fanduel', 'DraftKings', 'pinnacle'),
    marketType: fc.constantFrom('moneyline', 'total', 'player_points', 'spread'),
    selection: fc.constantFrom('Yesterday Hosts', 'over', 'Nobody'),
    american: fc.constantFrom(-110, 120, 50),
    line: fc.constantFrom(220.5, 219),
  },
  { requiredKeys: ['eventId', 'sportsbookId', 'marketType', 'selection'] },
);

/** What each argument may be, good and bad. A new argument of a tool needs an entry. */
const VALUES: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
  when: () =>
    fc.constantFrom('now', 'tonight', 'yesterday', 'this week', 'this weekend', '2026-11-21'),
  team: () => fc.constantFrom('a', 'City', 'nobody', 'yesterday'),
  search: () => fc.constantFrom('a', 'nobody'),
  leagues: () => fc.subarray(['nba', 'NFL', 'epl']),
  sports: () => fc.subarray(['basketball', 'Football', 'soccer']),
  live: () => fc.boolean(),
  withClosing: () => fc.boolean(),
  markets: () => fc.subarray(['moneyline', 'Total', 'h2h', 'props']),
  lines: () => fc.constantFrom('MAIN', 'ALL'),
  inPlay: () => fc.boolean(),
  withPoints: () => fc.boolean(),
  withLinks: () => fc.boolean(),
  withHistory: () => fc.boolean(),
  historyFrom: () => fc.constant(new Date(NOW).toISOString()),
  state: () => fc.constantFrom('nj', 'nowhere'),
  sportsbooks: () => fc.subarray(['draftkings', 'FanDuel', 'pinnacle', 'nobody']),
  kinds: () => fc.subarray(['EV', 'ARBITRAGE', 'MIDDLE', 'LOW_HOLD']),
  minEvPercent: () => fc.double({ min: 0, max: 10, noNaN: true }),
  minProfitPercent: () => fc.double({ min: 0, max: 3, noNaN: true }),
  minMovePercent: () => fc.integer({ min: -1, max: 5 }),
  windowMinutes: () => fc.constantFrom(0, 15, 60, 1_440, 1_441),
  eventId: () => fc.constantFrom(current, OVER.id, 'nope'),
  players: () => fc.subarray(['a', 'Jane']),
  bets: () => fc.array(bet, { maxLength: 4 }),
  from: () => fc.constantFrom(new Date(NOW - 3_600_000).toISOString(), '2036-01-01T00:00:00Z'),
  to: () => fc.constant(new Date(NOW).toISOString()),
  resolution: () => fc.constantFrom('TICK', 'MINUTE', 'HOUR'),
  first: () => fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(-1, 0, 200, 201)),
  after: () => fc.constantFrom('nonsense', 'next page'),
  maxKilobytes: () => fc.constantFrom(2, 5, 25, 200),
};

function argumentsOf({ inputSchema }: Tool): fc.Arbitrary<Record<string, unknown>> {
  const { properties, required } = Object(inputSchema) as {
    properties: Record<string, { readonly type: string }>;
    required: string[];
  };
  const values = Object.entries(properties).map(([name, { type }]) => {
    const isOne = name === 'markets' && type === 'string';
    return [name, isOne ? fc.constantFrom('spread', 'h2h', 'nothing') : VALUES[name]?.()] as const;
  });
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
  });
}

/** Every request changes what is left of the budget. */
function withoutBudget(data: unknown): void {
  delete Object(Object(data).viewer).rateLimit;
}

/** Whether a value is another one whose lists may have been cut at their ends, with the cursor of the last row left. */
function isPrefix(cut: unknown, whole: unknown): boolean {
  if (typeof cut !== 'object' || cut === null) return cut === whole;
  if ('endCursor' in cut && cut.endCursor !== Object(whole).endCursor) return true;
  const entries = Object.entries(cut);
  const isComplete = Array.isArray(cut) || entries.length === Object.keys(Object(whole)).length;
  return isComplete && entries.every(([key, one]) => isPrefix(one, Object(whole)[key]));
}

test('every tool answers what /graphql answers to its document, or a prefix of it', async () => {
  const calls = fc
    .constantFrom(...TOOLS.values())
    .chain((tool) => fc.tuple(fc.constant(tool), argumentsOf(tool), fc.nat()));
  await fc.assert(
    fc.asyncProperty(calls, async ([tool, given, number]) => {
      const { client, asks } = callers[number % callers.length] as Caller;
      const args = { ...given };
      const variablesOf = () => {
        const { maxKilobytes: _, when: __, ...named } = args;
        const asked = toolArguments(tool, args, tools.graph.clock.now());
        const { startsAfter, startsBefore } = Object(asked).variables;
        return 'when' in args ? { ...named, startsAfter, startsBefore } : named;
      };
      if (args['after'] === 'next page') {
        args['after'] = 'nonsense';
        const variables = { ...variablesOf(), first: 2, after: null };
        const { data } = await tools.graph.ask<object | null>(tool.text, { variables, ...asks });
        const [connection] = Object.values(data ?? {});
        args['after'] = Object(connection).pageInfo?.endCursor ?? 'nonsense';
      }
      const variables = variablesOf();
      const reply = await tools.graph.ask<object | null>(tool.text, { variables, ...asks });
      const whole = JSON.parse(JSON.stringify(reply.data ?? {}), (_, value) =>
        typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value,
      );
      withoutBudget(whole);
      const { structured, isError } = await tools.call(tool.name, args, client);
      const { about, ...data } = structured;
      withoutBudget(data);
      if (about.cut.length === 0) expect(data).toEqual(whole);
      else expect(isPrefix(data, whole)).toBe(true);
      const bytes = Buffer.byteLength(JSON.stringify(structured));
      expect(bytes).toBeLessThanOrEqual(Number(args['maxKilobytes'] ?? 25) * 1_000);
      const values = Object.values(reply.data ?? {});
      expect(isError).toBe(reply.errors.length > 0 && values.every((value) => value === null));
      for (const { message } of reply.errors.slice(0, 3)) {
        expect(about.missing.join() + about.cut.join()).toContain(message.slice(0, 60));
      }
    }),
    { numRuns: runs(150) },
  );
});
