import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startOrigin } from '../../src/origin/origin.ts';
import { smallSimulation } from '../harness/feeds/simulations.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';

const QUERIES = [
  '{ viewer { tier } }',
  '{ odds(first: 3) { nodes { id } } }',
  '{ events(first: 2) { nodes { odds { key } } } }',
  '{ apiKeys { id } }',
];

/** A heap snapshot of a process, as text. V8 collects garbage before it writes one. */
async function heapOf(server: OddsgraphProcess, folder: string): Promise<string> {
  server.signal('SIGWINCH');
  for (;;) {
    const [file] = await readdir(folder);
    const heap = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
    if (heap.trimEnd().endsWith('}')) return heap;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('no key stays in memory after its requests', {
  timeout: 120_000,
}, async () => {
  const folder = newFolder();
  const [key, other] = [0, 1].map(() => `sk_${randomBytes(16).toString('hex')}`);
  if (key === undefined || other === undefined) throw new Error('There are two keys.');
  const clock = new ManualClock();
  const feed = smallSimulation(clock);
  const keys = [key, other].map((one) => ({ key: one, tier: 'enterprise' }) as const);
  const origin = await startOrigin({ clock, feed, port: 0, keys });
  const server = new OddsgraphProcess({ UPSTREAM_URL: origin.url }, 'node', [
    '--heapsnapshot-signal=SIGWINCH',
    `--diagnostic-dir=${folder}`,
  ]);
  const { url } = await server.listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 }); // One connection for all requests.
  const ask = (path: string, query: string, asker: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': asker };
      send(url + path, { method: 'POST', agent, headers }, (response) => {
        resolve(text(response));
      })
        .on('error', reject)
        .end(JSON.stringify({ query }));
    });
  for (const asker of [key, other]) {
    for (const path of ['/graphql', '/subgraph']) {
      for (const query of QUERIES) expect(await ask(path, query, asker)).toContain('"data":{');
    }
  }
  const heap = await heapOf(server, folder);
  expect(heap.length).toBeGreaterThan(1_000_000);
  expect(heap.includes('oddsgraph_upstream_requests_pending')).toBe(true); // It is the server's snapshot.
  // The last key may still be in a buffer or in RegExp.lastMatch, but not the one before.
  expect(heap.includes(key)).toBe(false);
  agent.destroy();
  await server.kill();
  await origin.stop();
});
