import { openHttpServer } from '../harness/node/http-server.ts';
import { API_KEY } from './account-keys.ts';
import {
  CLIENTS,
  type Program,
  quantile,
  row,
  sendQueries,
  startServer,
  startStub,
  titles,
} from './kit.ts';
import { pin } from './pin.ts';
import { QUERY } from './query.ts';

/**
 * What tracing costs: queries per second, and server CPU per query, with tracing on and off. Every trace is
 * recorded and exported. Each round starts a new pair of servers, because two processes of the same program
 * differ in speed by more than tracing costs. `npm run bench:tracing`; `BENCH_SECONDS` sets the length of each
 * measurement, `BENCH_ROUNDS` the number of pairs.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);

interface Measured {
  readonly perSecond: number;
  readonly cpuPerQuery: number;
}

/** A collector that only counts, so that it costs the other core little. */
async function startCollector() {
  let bytes = 0;
  const server = await openHttpServer();
  server.on('request', (request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.writeHead(200).end());
  });
  return { url: server.url, bytes: () => bytes };
}

async function measure(server: Program, path: string, isCold: boolean): Promise<Measured> {
  const before = await server.usage();
  const { requests } = await sendQueries({
    url: server.url + path,
    headers: { 'x-api-key': API_KEY },
    body: JSON.stringify({ query: QUERY, variables: { search: isCold ? '[<id>]' : 'same' } }),
    idReplacement: isCold,
    duration: SECONDS,
  });
  const cpuMs = (await server.usage()).cpuMs - before.cpuMs;
  return { perSecond: requests.average, cpuPerQuery: cpuMs / requests.total };
}

pin(process, 1);
const stub = await startStub();
const collector = await startCollector();
const start = (env: Record<string, string>) => startServer('oddsgraph', [stub.url], env);
const KINDS = ['/graphql', '/subgraph'].flatMap((path) =>
  [true, false].map((isCold) => ({
    path,
    isCold,
    rounds: [] as { off: Measured; on: Measured }[],
  })),
);
for (let round = 0; round < ROUNDS; round += 1) {
  const off = await start({});
  const on = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  for (const { path, isCold, rounds } of KINDS) {
    for (const server of [off, on]) await measure(server, path, isCold); // Warm.
    // The order alternates, so that neither gains by what it is preceded by.
    const first = await measure(round % 2 === 0 ? off : on, path, isCold);
    const second = await measure(round % 2 === 0 ? on : off, path, isCold);
    rounds.push(round % 2 === 0 ? { off: first, on: second } : { off: second, on: first });
  }
  await Promise.all([off.stop(), on.stop()]);
}
process.stdout.write(
  `${CLIENTS} clients, quartiles of ${ROUNDS} pairs of servers, ${SECONDS} s each\n\n` +
    titles([
      'queries',
      'off, queries/s',
      'on, queries/s',
      'on/off',
      'server CPU per query, on/off',
    ]),
);
for (const { path, isCold, rounds } of KINDS) {
  const of = (value: (round: (typeof rounds)[number]) => number, digits: number) =>
    [0.25, 0.5, 0.75].map((share) => quantile(rounds.map(value), share).toFixed(digits)).join(', ');
  const cells = [
    `${path}${isCold ? '' : ', repeated'}`,
    of(({ off }) => off.perSecond, 0),
    of(({ on }) => on.perSecond, 0),
    of(({ off, on }) => on.perSecond / off.perSecond, 3),
    of(({ off, on }) => on.cpuPerQuery / off.cpuPerQuery, 3),
  ];
  process.stdout.write(row(cells));
}
process.stdout.write(`\nExported: ${(collector.bytes() / 1e6).toFixed(1)} MB\n`);
await stub.stop();
process.exit(0);
