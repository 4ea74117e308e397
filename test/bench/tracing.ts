import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { PinnedServer } from './live/pinned-server.ts';
import { pin } from './pin.ts';
import { API_KEY, QUERY } from './query.ts';

/**
 * What tracing costs: queries per second, and server CPU per query, with tracing on and off, interleaved
 * in one run. Every trace is recorded and exported. `npm run bench:tracing`; `BENCH_SECONDS` sets the
 * length of each measurement.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const CLIENTS = 16;

interface Measured {
  readonly perSecond: number;
  readonly cpuPerQuery: number;
}

/** A collector that only counts, so that it costs the other core little. */
async function startCollector() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.writeHead(200).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bytes: () => bytes };
}

async function measure(server: PinnedServer, path: string, isCold: boolean): Promise<Measured> {
  const before = await server.usage();
  const { requests, non2xx, errors } = await autocannon({
    url: server.url + path,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
    body: JSON.stringify({ query: QUERY, variables: { search: isCold ? '[<id>]' : 'same' } }),
    idReplacement: isCold,
    connections: CLIENTS,
    duration: SECONDS,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`);
  const cpuMs = (await server.usage()).cpuMs - before.cpuMs;
  return { perSecond: requests.average, cpuPerQuery: cpuMs / requests.total };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

pin(process, 1);
const stub = fork(new URL('./stub.ts', import.meta.url));
pin(stub, 1);
const [{ url: stubUrl }] = (await once(stub, 'message')) as [{ url: string }];
const collector = await startCollector();
const script = '../servers/traced.ts';
const off = await PinnedServer.start(script, [stubUrl]);
const on = await PinnedServer.start(script, [stubUrl], {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
});
process.stdout.write(
  `${CLIENTS} clients, median of ${ROUNDS} rounds of ${SECONDS} s with tracing off and on\n\n` +
    '| queries | off, queries/s | on, queries/s | on/off | server CPU per query, on/off |\n' +
    '| --- | --- | --- | --- | --- |\n',
);
for (const path of ['/graphql', '/subgraph']) {
  for (const isCold of [true, false]) {
    const rounds: { off: Measured; on: Measured }[] = [];
    for (const server of [off, on]) await measure(server, path, isCold); // Warm.
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, so that neither gains by what it is preceded by.
      const first = await measure(round % 2 === 0 ? off : on, path, isCold);
      const second = await measure(round % 2 === 0 ? on : off, path, isCold);
      rounds.push(round % 2 === 0 ? { off: first, on: second } : { off: second, on: first });
    }
    const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
    const cells = [
      `${path}${isCold ? '' : ', repeated'}`,
      of((round) => round.off.perSecond).toFixed(0),
      of((round) => round.on.perSecond).toFixed(0),
      of((round) => round.on.perSecond / round.off.perSecond).toFixed(3),
      of((round) => round.on.cpuPerQuery / round.off.cpuPerQuery).toFixed(3),
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}
process.stdout.write(`\nExported: ${(collector.bytes() / 1e6).toFixed(1)} MB\n`);
stub.kill();
await Promise.all([off.stop(), on.stop()]);
process.exit(0);
