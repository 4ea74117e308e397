import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oddsRow } from '../../harness/odds-rows.ts';
import { ScriptedGraph } from '../../harness/servers/scripted-graph.ts';
import { until } from '../../harness/until.ts';

const BOARD = [oddsRow(1), oddsRow(2)];

let graph: ScriptedGraph;

beforeEach(async () => {
  graph = await ScriptedGraph.start();
});
afterEach(async () => {
  await graph.stop();
  expect(graph.log).not.toContain('demo_');
});

/** The log lines about upstream streams. */
function lines(): Record<string, unknown>[] {
  return graph.log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => String(msg).startsWith('upstream stream'));
}

async function subscribed() {
  const opening = graph.live();
  const stream = await graph.upstream.stream(1);
  stream.open(BOARD);
  const client = await opening;
  await client.untilState('READY');
  expect(lines()).toEqual([]);
  return { client, stream };
}

describe('an upstream stream', () => {
  test('that is lost repeatedly is logged once, and once when it is restored', async () => {
    const { client, stream } = await subscribed();
    stream.cut();
    for (const number of [2, 3]) {
      await client.untilState('RECONNECTING');
      graph.clock.advance(30_000);
      (await graph.upstream.stream(number)).cut();
    }
    await client.untilState('RECONNECTING');
    graph.clock.advance(30_000);
    (await graph.upstream.stream(4)).open(BOARD);
    await client.untilState('READY');
    expect(lines()).toMatchObject([
      { level: 40, msg: 'upstream streams are failing', reason: 'reset' },
      { level: 30, msg: 'upstream streams have recovered', forMs: 90_000 },
    ]);
    client.close();
  });

  test('that is silent is logged', async () => {
    const { client } = await subscribed();
    graph.clock.advance(60_000);
    await client.untilState('RECONNECTING');
    expect(lines()).toMatchObject([{ msg: 'upstream streams are failing', reason: 'timeout' }]);
    client.close();
  });

  test('that is refused is logged with its code', async () => {
    graph.upstream.refuse({ status: 403, code: 'tier_restricted' });
    const client = await graph.live();
    await until(() => lines().length > 0);
    expect(lines()).toMatchObject([
      {
        level: 40,
        msg: 'upstream streams refused',
        channel: 'odds',
        account: expect.stringMatching(/^[0-9a-f]{8}$/),
        code: expect.stringMatching(/^[A-Z_]+$/),
      },
    ]);
    client.close();
  });
});
