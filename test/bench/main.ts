import { setTimeout as pause } from 'node:timers/promises';
import { API_KEY } from './account-keys.ts';
import { admissionCosts } from './admission.ts';
import {
  CLIENTS,
  inRounds,
  mediansOf,
  row,
  sendQueries,
  startServer,
  startStub,
  titles,
} from './kit.ts';
import { canPin, pin } from './pin.ts';
import { QUERY } from './query.ts';

/**
 * Queries per second of each server on one core, against the same stub, interleaved in one run.
 * `npm run bench`; `BENCH_SECONDS` sets the length of each measurement.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 3;

interface Variant {
  readonly name: string;
  readonly url: string;
  /** Whether each request is unique. */
  readonly isCold?: boolean;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly callsPerQuery: number;
  readonly bytes: number;
}

/** The request that is sent again and again. */
const REPEATED = {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
  body: JSON.stringify({ query: QUERY, variables: { search: 'same' } }),
} as const;

/** The same by GET, which HTTP caches understand. */
function addressOf(endpoint: string): string {
  const variables = JSON.stringify({ search: 'same' });
  return `${endpoint}?${new URLSearchParams({ query: QUERY, variables })}`;
}

async function measure(variant: Variant, stubUrl: string, seconds: number): Promise<Measured> {
  const { isCold = false, method = 'POST', headers } = variant;
  const before = await callsAtRest(stubUrl);
  const { requests, latency, throughput } = await sendQueries({
    url: variant.url,
    method,
    headers: { ...REPEATED.headers, ...headers },
    ...(method === 'POST' && {
      body: isCold ? REPEATED.body.replace('same', '[<id>]') : REPEATED.body,
    }),
    idReplacement: isCold,
    duration: seconds,
  });
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    callsPerQuery: ((await callsAtRest(stubUrl)) - before) / requests.total,
    bytes: throughput.total / requests.total,
  };
}

async function etagOf(url: string): Promise<string> {
  const { headers } = await fetch(url, {
    headers: { 'x-api-key': API_KEY, 'accept-encoding': 'identity' },
  });
  return headers.get('etag') ?? '';
}

/** Unfinished queries of the last measurement still send upstream requests for a moment. */
async function callsAtRest(stubUrl: string): Promise<number> {
  let before = await calls(stubUrl);
  for (;;) {
    await pause(200);
    const now = await calls(stubUrl);
    if (now === before) return now;
    before = now;
  }
}

async function calls(stubUrl: string): Promise<number> {
  return Number(await (await fetch(`${stubUrl}/api/v1/calls`)).text());
}

pin(process, 1);
const stub = await startStub();
const aggregator = await startServer('aggregator', [stub.url]);
const oddsgraph = await startServer('oddsgraph', [stub.url]);
const [graphql, subgraph] = [`${oddsgraph.url}/graphql`, `${oddsgraph.url}/subgraph`];
const ready = await startServer('prebuilt-response', [graphql, JSON.stringify(REPEATED)]);
const address = addressOf(graphql);
const variants: Variant[] = [
  { name: '(a) handwritten', url: aggregator.url, isCold: true },
  { name: '(c) Oddsgraph /graphql', url: graphql, isCold: true },
  { name: '(c) Oddsgraph /subgraph', url: subgraph, isCold: true },
  { name: '(d) prebuilt response', url: ready.url },
  { name: '(c) Oddsgraph /graphql, repeated', url: graphql },
  { name: '(c) Oddsgraph /subgraph, repeated', url: subgraph },
  {
    name: '(c) Oddsgraph /graphql, repeated, gzip',
    url: graphql,
    headers: { 'accept-encoding': 'gzip' },
  },
  {
    name: '(c) Oddsgraph /graphql, repeated, 304',
    url: address,
    method: 'GET',
    headers: { 'if-none-match': await etagOf(address) },
  },
];
for (const variant of variants) await measure(variant, stub.url, SECONDS / 2); // Warm.
const rounds = await inRounds(ROUNDS, variants, (one) => measure(one, stub.url, SECONDS));
const rows = Array.from(rounds, ([{ name }, measured]) => ({ name, ...mediansOf(measured) }));
const base = rows[0]?.perSecond ?? Number.NaN;
process.stdout.write(
  `50 events x 40 odds, ${CLIENTS} clients, median of ${ROUNDS} rounds of ${SECONDS} s${canPin ? ', server pinned to one core' : ''}\n\n`,
);
process.stdout.write(
  titles([
    'server',
    'throughput, relative to (a)',
    'queries/s',
    'p50 ms',
    'p99 ms',
    'upstream calls',
    'kB on the wire',
  ]),
);
for (const one of rows) {
  const { name, perSecond, p50, p99, callsPerQuery, bytes } = one;
  const cells = [p50, p99, callsPerQuery.toFixed(2), (bytes / 1000).toFixed(1)];
  process.stdout.write(row([name, (perSecond / base).toFixed(2), perSecond.toFixed(0), ...cells]));
}
const { cost, shape } = admissionCosts();
const share = (cost * (rows[1]?.perSecond ?? Number.NaN)) / 10_000;
process.stdout.write(
  `\nLimits: ${cost.toFixed(0)} us an operation for its cost, ${share.toFixed(1)} % of a query at /graphql; ${shape.toFixed(0)} us a document for its shape.\n`,
);
for (const program of [stub, aggregator, oddsgraph, ready]) await program.stop();
process.exit(0);
