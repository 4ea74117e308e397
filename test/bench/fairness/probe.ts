import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { postJson } from '../../harness/clients/graph-client.ts';
import { API_KEY } from '../account-keys.ts';
import { DOCUMENT, UPDATE_MARK } from '../live/board.ts';

/** Measures in its own thread, so that reading large answers does not delay what it sees. */

export type ProbeKind = 'live' | 'small';

/** Milliseconds. */
export type Latencies = readonly number[];

const { kind, url }: { kind: ProbeKind; url: string } = workerData;
const SMALL_EVERY_MS = 20;
const SMALL_KEY = 'bench_small_key';
const latencies: number[] = [];

/** A new question each time, so that it has to ask upstream. */
const SMALL =
  'query Small($search: String) { events(first: 1, filter: { search: $search }) { nodes { id name startTime } } }';

/** The age of each update when it arrives: its number is the time at which upstream sent it. */
async function measureLive(): Promise<void> {
  const mark = new RegExp(`${UPDATE_MARK}(\\d{8})"`, 'g');
  const { hostname, port, pathname } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let newest = 0;
  let rest = '';
  const body = JSON.stringify({ query: DOCUMENT, variables: {} });
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1');
    const isSnapshotRead = rest.includes('"isLast":true');
    for (const [, number] of rest.matchAll(mark)) {
      if (Number(number) <= newest) continue;
      newest = Number(number);
      latencies.push((Date.now() % 1e8) - newest);
    }
    if (isSnapshotRead) resolve();
    rest = rest.slice(-UPDATE_MARK.length - 8);
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The subscriber was disconnected.')));
  const head = [
    `POST ${pathname} HTTP/1.1`,
    'Host: bench',
    `X-API-Key: ${API_KEY}`,
    'Accept: text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await promise;
}

async function askSmall(number: number): Promise<void> {
  const begun = performance.now();
  const variables = { search: `small_${number}` };
  const response = await postJson(url, { query: SMALL, variables }, { 'x-api-key': SMALL_KEY });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The small query got ${response.status}.`);
  latencies.push(performance.now() - begun);
}

/** Sends small queries at a steady rate, whether or not earlier ones have been answered. */
async function measureSmall(): Promise<void> {
  await askSmall(0);
  const startedAt = performance.now();
  void (async () => {
    for (let n = 1; ; n += 1) {
      await pause(Math.max(0, startedAt + n * SMALL_EVERY_MS - performance.now()));
      void askSmall(n);
    }
  })();
}

await (kind === 'live' ? measureLive() : measureSmall());
parentPort?.on('message', () => parentPort?.postMessage(latencies.splice(0)));
parentPort?.postMessage('measuring');
