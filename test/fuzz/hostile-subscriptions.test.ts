import { afterEach, beforeEach, expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../../src/live/stream/shared-stream.ts';
import { postJson } from '../harness/clients/graph-client.ts';
import { oddsDelta, oddsRow, ROWS_MAX } from '../harness/odds-rows.ts';
import { CallbackRouter } from '../harness/servers/callback-router.ts';
import { ScriptedGraph } from '../harness/servers/scripted-graph.ts';
import { until } from '../harness/until.ts';
import { ALLOWED_CODES } from './hostile-requests.ts';
import { type Body, hostileCallbacks, hostileSubscriptions } from './hostile-subscriptions.ts';

const COUNT = 198;
const AT_A_TIME = 33;
const CALLBACKS = 99;
const SEED = 20_261_121;

const BOARD = Array.from({ length: ROWS_MAX }, (_, i) => oddsRow(i));

let graph: ScriptedGraph;
let timersAtRest: number;

beforeEach(async () => {
  graph = await ScriptedGraph.start();
  graph.upstream.tiers.set('no_such_key', null);
  graph.upstream.onStream = (stream) => {
    const isOfOdds = stream.path.includes('channel=odds');
    stream.open(isOfOdds ? BOARD : []);
  };
  timersAtRest = graph.clock.pendingTimers;
});
afterEach(() => graph.stop());

/** News for every stream. */
function moveBoard(version: number): void {
  for (const stream of graph.upstream.streams) {
    if (!stream.isOpen || !stream.path.includes('channel=odds')) continue;
    stream.update(...BOARD.map((_, i) => oddsDelta(i, version)));
    stream.remove(String(version % ROWS_MAX));
  }
}

/** An answer as it comes, be it a stream or not. */
class Reading {
  status = 0;
  text = '';
  isOver = false;
  readonly #leaving = new AbortController();

  constructor(key: string | null, body: Body) {
    this.#read(key, JSON.stringify(body))
      .catch(() => {})
      .finally(() => {
        this.isOver = true;
      });
  }

  /** Whether it has said anything of the subscription. */
  get isTold(): boolean {
    return this.isOver || this.text.includes('data:');
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #read(key: string | null, body: string): Promise<void> {
    const headers = { accept: 'text/event-stream', ...(key !== null && { 'x-api-key': key }) };
    const { signal } = this.#leaving;
    const response = await postJson(`${graph.url}/graphql`, body, headers, signal);
    this.status = response.status;
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      this.text += decoder.decode(chunk, { stream: true });
  }
}

/** What is wrong with what was answered. */
function problemsOf(status: number, text: string): string[] {
  const codes = [...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code);
  return [
    (status === 0 || status >= 500) && `was answered with ${status}`,
    !codes.every((code) => ALLOWED_CODES.has(code)) && `said ${codes}`,
    /demo_[a-z]+/.test(text) && 'told a key',
  ].filter((problem) => problem !== false);
}

/** Demands that the graph holds nothing of any subscription, once streams have lingered. */
async function expectReleased(): Promise<void> {
  // Streams linger from when the graph sees that nobody is there, which nobody is told.
  await until(() => {
    graph.clock.advance(IDLE_TIMEOUT_MS / 10);
    return graph.clock.pendingTimers === timersAtRest;
  });
  await until(() => graph.upstream.openStreams === 0);
}

test(`${COUNT} hostile subscriptions neither break the graph, nor leave anything behind`, async () => {
  const all = hostileSubscriptions(COUNT, SEED);
  const failures: string[] = [];
  let streams = 0;
  for (let at = 0; at < all.length; at += AT_A_TIME) {
    const asked = all.slice(at, at + AT_A_TIME);
    const readings = asked.map(({ key, body }) => new Reading(key, body));
    await until(() => readings.every(({ isTold }) => isTold));
    moveBoard(1 + at / AT_A_TIME);
    for (const [i, { status, text, isOver }] of readings.entries()) {
      if (!isOver) streams += 1;
      for (const problem of problemsOf(status, text)) {
        const { kind, key, body } = asked[i] ?? {};
        failures.push(
          `${at + i}, ${kind} by ${key}, ${problem}: ${JSON.stringify(body).slice(0, 300)}`,
        );
      }
    }
    for (const reading of readings) reading.leave();
    await until(() => readings.every(({ isOver }) => isOver));
  }
  expect(failures).toEqual([]);
  expect(streams).toBeGreaterThan(COUNT / 10);
  await expectReleased();
  expect(graph.log).not.toContain('unexpected error');
  expect(graph.log).not.toMatch(/demo_[a-z]+/);
  expect(Object.prototype).not.toHaveProperty('polluted');
}, 120_000);

test(`${CALLBACKS} hostile callbacks neither break the graph, nor call anyone else, nor stay`, async () => {
  const router = await CallbackRouter.open();
  const extensions = hostileCallbacks(`${router.url}/one`, CALLBACKS, SEED);
  const failures: string[] = [];
  for (const [i, { kind, key, body }] of hostileSubscriptions(CALLBACKS, SEED + 1).entries()) {
    const extension = extensions[i];
    const { status, text } = await post(key, {
      ...body,
      ...(extension !== undefined && { extensions: { subscription: extension } }),
    });
    for (const problem of problemsOf(status, text)) {
      const shown = JSON.stringify([extension, body]).slice(0, 300);
      failures.push(`${i}, ${kind} by ${key}, ${problem}: ${shown}`);
    }
  }
  expect(failures).toEqual([]);
  expect(router.of('check').length).toBeGreaterThan(CALLBACKS / 20);
  router.onMessage = () => ({ status: 404 });
  moveBoard(1);
  await expectReleased();
  expect(graph.log).not.toContain('unexpected error');
  expect(graph.log).not.toMatch(/demo_[a-z]+/);
  await router.close();
}, 120_000);

/** Asks as a router does. */
async function post(key: string | null, body: Body): Promise<{ status: number; text: string }> {
  const accept = 'application/json;callbackSpec=1.0';
  const headers = { accept, ...(key !== null && { 'x-api-key': key }) };
  const response = await postJson(`${graph.url}/subgraph`, body, headers);
  return { status: response.status, text: await response.text() };
}
