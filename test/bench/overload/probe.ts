import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Repeats one request in its own thread and records the response times. */

interface Probe {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body to post; null for a GET request. */
  readonly body: string | null;
  readonly everyMs: number;
}

const { url, headers, body, everyMs }: Probe = workerData;
const latencies: number[] = [];
let failures = 0;

function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body === null ? 'GET' : 'POST', headers }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('error', reject).end(body ?? undefined);
  });
}

async function probe(): Promise<void> {
  const begun = performance.now();
  const status = await ask().catch(() => 0);
  latencies.push(performance.now() - begun);
  if (status !== 200) failures += 1;
  setTimeout(probe, everyMs);
}

parentPort?.on('message', () => {
  parentPort?.postMessage({ latencies: latencies.splice(0), failures });
});
await probe();
