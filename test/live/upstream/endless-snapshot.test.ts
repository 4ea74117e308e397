import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { LiveClient } from '../../harness/clients/live-client.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { type ScriptedStream, ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';

let upstream: ScriptedUpstream;
let server: OddsgraphProcess;
let url: string;

beforeEach(async () => {
  upstream = await ScriptedUpstream.open();
  server = new OddsgraphProcess({
    UPSTREAM_URL: upstream.url.href,
    NODE_OPTIONS: '--max-old-space-size=256',
  });
  ({ url } = await server.listening());
});
afterEach(async () => {
  await server.kill();
  await upstream.close();
});

/** Sends an endless snapshot, as fast as it is read, until the connection is closed. */
async function sendEndlessly(stream: ScriptedStream, row: (number: number) => Odds): Promise<void> {
  stream.connected();
  const { closed } = stream;
  for (let number = 0; stream.isOpen; number += 1_000) {
    const odds = Array.from({ length: 1_000 }, (_, i) => row(number + i));
    const frame = stream.frame('snapshot', {
      odds,
      count: odds.length,
      total: number + 2_000,
      offset: number,
      has_more: true,
    });
    await Promise.race([stream.write(frame), closed]);
  }
}

test.each([
  ['of new prices', (number: number) => oddsRow(number)],
  ['of repeated prices', (number: number) => oddsRow(number % 1_000)],
  [
    'of prices with long names',
    (number: number) => ({ ...oddsRow(number), selection: `${number} ${'x'.repeat(5_000)}` }),
  ],
])(
  'an endless snapshot %s ends its stream and not the process',
  { timeout: 90_000 },
  async (_, row) => {
    upstream.onStream = (stream) => void sendEndlessly(stream, row);
    const client = await LiveClient.open(url, undefined, { key: 'demo_pro' });
    await client.over();
    expect(server.errors).not.toMatch(/"level":[56]0|FATAL/);
    const code = client.results.at(-1)?.errors?.[0]?.extensions?.['code'];
    expect(['UPSTREAM_INVALID_RESPONSE', 'STREAM_LIMIT_EXCEEDED']).toContain(code);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/oddsgraph_refusals_total\{bound="(snapshot_bytes|prices)"\} 1/);

    // The next subscriber is served.
    upstream.onStream = (stream) => stream.open([oddsRow(1)]);
    const next = await LiveClient.open(url, undefined, { key: 'demo_pro' });
    await next.untilKind('OddsSnapshot');
    next.close();
    await once(next.response, 'close');
  },
);
