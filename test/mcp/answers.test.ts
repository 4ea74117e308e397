import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tool } from '../../src/mcp/tool.ts';
import { answerOf } from '../../src/mcp/tool-answer.ts';
import { toolDocuments } from '../../src/mcp/tool-documents.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { connectMcp } from '../harness/clients/mcp-client.ts';
import { answer } from '../harness/servers/faults.ts';
import { OVER, ToolGraph } from './tool-graph.ts';

let tools: ToolGraph;

beforeAll(async () => {
  tools = await ToolGraph.start();
});
afterAll(() => tools.stop());

const iso = (ms: number) => new Date(ms).toISOString();

/** What a tool answers where the graph has answered this. */
function answered(name: string, body: Parameters<typeof answerOf>[1], bytesMax: number) {
  const tool = toolDocuments().for(executableSchema(), []).tools.get(name) as Tool;
  const origin = { now: 0, currentAt: null, tier: null, tierDelaySeconds: null, unseen: null };
  return answerOf(tool, body, { variables: {}, bytesMax }, origin);
}

describe('the time of prices', () => {
  beforeEach(() => tools.graph.fresh());

  const times = async (name: string, args: object) => {
    const { about } = (await tools.call(name, { ...args })).structured;
    return [about.pricesAt, about.answeredAt];
  };

  test('is when they came from upstream, also if the answer comes from memory', async () => {
    const { clock } = tools.graph;
    const args = { leagues: 'nba', first: 2 };
    const start = clock.now();
    expect(await times('best_prices', args)).toEqual([iso(start), iso(start)]);
    clock.advance(500);
    expect(await times('best_prices', args)).toEqual([iso(start), iso(start + 500)]);
    // The events are known, the prices are not.
    expect(await times('best_prices', { ...args, markets: 'total' })).toEqual([
      iso(start),
      iso(start + 500),
    ]);
    clock.advance(60_000);
    expect(await times('best_prices', args)).toEqual([iso(start + 60_500), iso(start + 60_500)]);
  });

  test('is earlier by the delay of the tier', async () => {
    const free = await connectMcp(tools.graph.url, { 'x-api-key': 'demo_free' });
    const now = tools.graph.clock.now();
    const { about } = (await tools.call('live_scores', {}, free)).structured;
    expect(about).toMatchObject({ pricesAt: iso(now - 60_000), answeredAt: iso(now) });
    expect(about).toMatchObject({ tier: 'free', delaySeconds: 60 });
    await free.close();
  });

  test('of recorded prices is now, and of none it is null', async () => {
    const now = iso(tools.graph.clock.now());
    expect(await times('line_movement', { eventId: OVER.id })).toEqual([now, now]);
    tools.graph.proxy.spoil('GET /events', answer(500));
    expect(await times('live_scores', { team: 'somebody' })).toEqual([null, now]);
    tools.graph.proxy.reset();
  });

  test('stands in the sentence beside the answer', async () => {
    const { text } = await tools.call('best_prices', { leagues: 'nba', first: 1 });
    expect(text).toContain(`Prices as of ${iso(tools.graph.clock.now())}`);
  });
});

describe('answers', () => {
  test.each([
    ['free', ['hobby: betmgm', 'pro: bovada', 'not listed need the tier sharp']],
    ['hobby', ['pro: bovada', 'sharp']],
    ['pro', ['sharp']],
    ['sharp', []],
  ])('tell which sportsbooks the tier %s does not see', async (tier, parts) => {
    const client = await connectMcp(tools.graph.url, { 'x-api-key': `demo_${tier}` });
    const { structured } = await tools.call('best_prices', { leagues: 'nba', first: 1 }, client);
    const missing: string[] = structured.about.missing;
    expect(missing).toHaveLength(parts.length > 0 ? 1 : 0);
    for (const part of parts) expect(missing[0]).toContain(part);
    if (tier !== 'free') expect(missing.join()).not.toContain('betmgm');
    const named = { leagues: 'nba', first: 1, sportsbooks: 'draftkings' };
    expect((await tools.call('best_prices', named, client)).structured.about.missing).toEqual([]);
    for (const name of ['find_events', 'betting_splits', 'live_scores']) {
      const other = await tools.call(name, { leagues: 'nba', first: 1 }, client);
      expect(other.structured.about.missing).toEqual([]);
    }
    await client.close();
  });

  test('tell of sportsbooks that are not seen only where prices are asked for', async () => {
    const client = await connectMcp(tools.graph.url, { 'x-api-key': 'demo_pro' });
    const missing = async (name: string, args: Record<string, unknown>) =>
      (await tools.call(name, args, client)).structured.about.missing.length;
    const game = { team: 'hosts', when: 'yesterday' };
    expect(await missing('past_events', { ...game, withClosing: true })).toBe(1);
    expect(await missing('past_events', game)).toBe(0);
    const bet = { eventId: OVER.id, sportsbookId: 'fanduel', marketType: 'moneyline' };
    const bets = [{ ...bet, selection: 'Yesterday Hosts', american: 100 }];
    expect(await missing('closing_line_value', { bets })).toBe(0);
    await client.close();
  });

  test('tell what a list lacks, but not what it cost', () => {
    const path = 'priceMoves';
    const cost = { path, fields: [], route: '', requests: 3, message: 'For developers.' };
    const extensions = { upstream: { hints: [{ path, message: 'There are more.' }, cost] } };
    const data = { priceMoves: { totalCount: 1, nodes: [{}] } };
    const { structured } = answered('price_moves', { data, extensions }, 25_000);
    expect(structured['about']).toMatchObject({ hints: ['There are more.'] });
  });

  test.each([
    ['line_movement', { eventId: OVER.id, market: 'quidditch' }, '`oddsgraph://sports` has'],
    ['find_events', { team: 'quidditch' }, '`find_events` has'],
  ])('of %s about %j tell what agents have to find names', async (name, args, where) => {
    const { structured } = await tools.call(name, args);
    expect(structured.about.hints[0]).toMatch(
      new RegExp(`^.quidditch. has found nothing.* ${where} those that exist\\.$`),
    );
  });

  test('tell of a failure once, however often it happened', async () => {
    tools.graph.fresh();
    tools.graph.proxy.spoil('POST /odds/batch', answer(500));
    const { structured } = await tools.call('best_prices', { first: 20 });
    expect(structured.about.missing).toHaveLength(1);
    expect(structured.about.missing[0]).toMatch(/^events.nodes.comparison: /);
    tools.graph.proxy.reset();
  });

  test('tell of many different failures the first ones, in short, and how many others there are', () => {
    const errors = Array.from({ length: 15 }, (_, n) => ({ message: `${n} ${'x'.repeat(9_000)}` }));
    const { structured, text } = answered('find_events', { data: { events: {} }, errors }, 25_000);
    const { missing } = structured['about'] as { missing: string[] };
    expect(missing).toHaveLength(11);
    expect(missing[10]).toBe('And 5 more.');
    expect(missing[0]).toMatch(/^0 x+…$/);
    expect(text.length + missing.join().length).toBeLessThan(6_000);
  });

  test('to the best prices of many games cost two upstream requests', async () => {
    await tools.call('my_access');
    tools.graph.fresh();
    const { structured } = await tools.call('best_prices', { leagues: ['nba'], first: 20 });
    expect(structured.events.nodes.length).toBeGreaterThan(2);
    const { 'GET /stream': _, ...costs } = tools.graph.proxy.costs; // The recorder's.
    expect(costs).toEqual({ 'GET /events': 1, 'POST /odds/batch': 1 });
  });

  test('to a tier that is too low give the reason once, and nothing about sportsbooks', async () => {
    const client = await connectMcp(tools.graph.url, { 'x-api-key': 'demo_hobby' });
    const { isError, structured, content } = await tools.call('price_moves', {}, client);
    const reason = 'priceMoves, historyCoverage: This requires the pro tier or above.';
    expect([isError, structured.about.missing]).toEqual([true, [reason]]);
    const [sentences] = content.map((one) => Object(one).text as string);
    expect(sentences).toContain(reason);
    await client.close();
  });

  test('have numbers of at most three decimals', async () => {
    const { content } = await tools.call('best_prices', { leagues: 'nba', markets: 'total' });
    const json = Object(content[1]).text as string;
    expect(json).toMatch(/"bestEvPercent":-?\d+\.\d{3}[,}]/);
    expect(json).not.toMatch(/\d\.\d{4,}[,}]/);
  });
});

describe('answers that are too large', () => {
  const bytesOf = ({ structured }: { structured: object }) =>
    Buffer.byteLength(JSON.stringify(structured));

  test('are as large as asked for, and say how to get the rest', async () => {
    const args = { first: 20, markets: ['main'] };
    const small = await tools.call('best_prices', { ...args, maxKilobytes: 5 });
    expect(bytesOf(small)).toBeLessThanOrEqual(5_000);
    const [cut] = small.structured.about.cut;
    expect(cut).toMatch(/^events\.nodes: the first \d+ of 20 are shown\./);
    expect(small.text).toContain(cut);
    const large = await tools.call('best_prices', { ...args, maxKilobytes: 200 });
    expect(large.structured.about.cut).toEqual([]);
    expect(large.structured.events.nodes).toHaveLength(20);
  });

  test.each(['best_prices', 'price_moves', 'past_events', 'find_events'])(
    'of %s go on as they say, without a gap',
    async (name) => {
      const base = name === 'price_moves' ? { windowMinutes: 600 } : {};
      const all = await tools.call(name, { ...base, first: 30, maxKilobytes: 200 });
      const nodesOf = ({ structured }: typeof all) =>
        Object.values<{ nodes?: unknown[] }>(structured).flatMap(({ nodes = [] }) => nodes);
      const cutAnswer = await tools.call(name, { ...base, first: 30, maxKilobytes: 3 });
      expect(cutAnswer.structured.about.cut.join()).toMatch(
        /Call again with the "endCursor" as "after"/,
      );
      const kept = nodesOf(cutAnswer);
      const page = Object.values<{ pageInfo?: { endCursor: string; hasNextPage: boolean } }>(
        cutAnswer.structured,
      ).find(({ pageInfo }) => pageInfo);
      expect(page?.pageInfo?.hasNextPage).toBe(true);
      const after = page?.pageInfo?.endCursor;
      const rest = await tools.call(name, { ...base, first: 10, after, maxKilobytes: 200 });
      expect(kept.length).toBeLessThan(30);
      expect([...kept, ...nodesOf(rest)]).toEqual(
        nodesOf(all).slice(0, kept.length + nodesOf(rest).length),
      );
      expect(nodesOf(rest).length).toBeGreaterThan(0);
    },
  );

  test('go on however long their cursors are', () => {
    const cursorAt = (row: number) =>
      Buffer.from(JSON.stringify(['listed', row, 'u'.repeat(900)])).toString('base64url');
    const nodes = Array.from({ length: 5 }, (_, row) => ({ eventId: `${row}`.repeat(180) }));
    const data = { events: { nodes, pageInfo: { hasNextPage: false, endCursor: cursorAt(5) } } };
    const { structured } = answered('find_events', { data }, 2_500);
    expect(Object(structured).events.pageInfo).toMatchObject({ hasNextPage: true });
    expect(Object(structured).about.cut[0]).toContain('Call again with the "endCursor"');
  });

  test('are measured once, however large and however often they are cut', () => {
    const price = { sportsbookId: 'draftkings', selection: 'Los Angeles Lakers', line: -3.5 };
    const nodes = Array.from({ length: 50 }, () => ({ closingOdds: Array(100).fill(price) }));
    const data = { recordedEvents: { nodes }, historyCoverage: { gaps: [] } };
    const bodyBytes = JSON.stringify(data).length;
    const stringify = vi.spyOn(JSON, 'stringify');
    const { structured } = answered('past_events', { data }, 5_000);
    const texts = stringify.mock.results.map(({ value }) => String(value));
    stringify.mockRestore();
    expect(texts.join('').length).toBeLessThan(2 * bodyBytes);
    expect(bytesOf({ structured })).toBeLessThanOrEqual(5_000);
    expect(Object(structured).recordedEvents.nodes[0].closingOdds.length).toBeGreaterThan(10);
  });

  test('because of lists that have no pages say so', async () => {
    const eventId = await tools.game(false);
    const answered = await tools.call('compare_sportsbooks', { eventId, maxKilobytes: 2 });
    expect(bytesOf(answered)).toBeLessThanOrEqual(2_000);
    expect(answered.structured.event.eventId).toBe(eventId);
    const cut = answered.structured.about.cut.join();
    expect(cut).toContain('event.comparison.markets');
    expect(cut).toContain('maxKilobytes');
    expect(cut).not.toContain('endCursor');
    const nested = await tools.call('best_prices', {
      leagues: 'nba',
      first: 1,
      markets: 'main',
      maxKilobytes: 2,
    });
    expect(nested.structured.about.cut.join()).toMatch(/events\.nodes\.comparison/);
    expect(nested.structured.about.cut.join()).not.toContain('endCursor');
  });
});
