import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { growthOf } from '../../harness/clients/exposed-metrics.ts';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { frames } from '../../harness/feeds/frames.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { type ScriptedStream, ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';

let upstream: ScriptedUpstream;
let server: OddsgraphProcess;
let url: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.open();
  server = new OddsgraphProcess({
    UPSTREAM_URL: upstream.url.href,
    NODE_OPTIONS: '--max-old-space-size=256',
  });
  ({ url } = await server.listening());
});
afterAll(async () => {
  await server.kill();
  await upstream.close();
});

/** Sends an endless snapshot, as fast as it is read, until the connection is closed. */
async function sendEndlessly(stream: ScriptedStream, row: (number: number) => Odds): Promise<void> {
  stream.connected();
  const { closed } = stream;
  for (let number = 0; stream.isOpen; number += 1_000) {
    const odds = Array.from({ length: 1_000 }, (_, i) => row(number + i));
    const frame = stream.frame(frames.snapshot(odds, number, number + 2_000));
    await Promise.race([stream.write(frame), closed]);
  }
}

test.each([
  ['of repeated prices', 'demo_sharp', 1_000],
  ['of ever more prices', 'demo_enterprise', Number.POSITIVE_INFINITY],
])(
  'an endless snapshot %s ends its stream and not the process',
  { timeout: 90_000 },
  async (_, key, prices) => {
    const row = (number: number) => ({
      ...oddsRow(number % prices),
      selection: `${number % prices} ${'x'.repeat(5_000)}`,
    });
    upstream.onStream = (stream) => void sendEndlessly(stream, row);
    let code: unknown;
    const grown = await growthOf(url, async () => {
      const client = await LiveClient.open(url, undefined, { key });
      code = (await client.lastError())?.extensions?.['code'];
    });
    const bounds = ['snapshot_bytes', 'prices'].map((name) => `refusals_total{bound="${name}"}`);
    expect(bounds.map((bound) => grown[bound] ?? 0).sort()).toEqual([0, 1]);
    expect(server.errors).not.toMatch(/"level":[56]0|FATAL/);
    expect(['UPSTREAM_INVALID_RESPONSE', 'STREAM_LIMIT_EXCEEDED']).toContain(code);

    // The next subscriber is served.
    upstream.onStream = (stream) => stream.open([oddsRow(1)]);
    const next = await LiveClient.open(url, undefined, { key });
    await next.untilKind('OddsSnapshot');
    next.close();
    await once(next.response, 'close');
  },
);

test('each snapshot of a connection has the whole bound for itself', async () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => ({
    ...oddsRow(i),
    selection: `${i} ${'x'.repeat(10_000)}`,
  })); // 20 MB, of less than 100 that a snapshot may have.
  upstream.onStream = (stream) => stream.open(rows, 100);
  const opened = upstream.streams.length;
  const client = await LiveClient.open(url, undefined, { key: 'demo_pro' });
  await client.untilState('READY');
  for (let again = 1; again <= 6; again += 1) {
    (await upstream.stream(opened + 1)).open(rows, 100);
    await client.untilState('CONNECTED');
    await client.untilState('READY');
  }
  expect(upstream.streams).toHaveLength(opened + 1);
  client.close();
});
