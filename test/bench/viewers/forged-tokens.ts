import { setTimeout as pause } from 'node:timers/promises';
import { postJson } from '../../harness/clients/graph-client.ts';
import { signingKeyPair } from '../../harness/viewers/token-issuer.ts';
import { quantile, startStub } from '../kit.ts';
import { requestsOf, type Setting, serverBefore } from './setting.ts';

const QUERY = '{ events(first: 1) { totalCount } }';
const FORGED_PER_SECOND = 200;
const QUERIES_PER_SECOND = 100;
const SECONDS = 10;

/** What 200 forged tokens a second cost upstream, the issuer, and a viewer beside them. */
export async function forgedTokens(): Promise<string> {
  const stub = await startStub();
  const setting = await serverBefore(stub.url);
  try {
    const forged = await forge(setting);
    const valid = await setting.bearer('alice');
    const sendForged = () => atRate(forged, FORGED_PER_SECOND, (one) => post(setting, one, 401));
    const queries = Array.from({ length: QUERIES_PER_SECOND * SECONDS }, () => valid);
    const query = () => atRate(queries, QUERIES_PER_SECOND, (one) => post(setting, one, 200));
    await query(); // Warm.
    const [requests, fetches] = [await requestsOf(stub), setting.issuer.fetches];
    const { cpuMs } = await setting.server.usage();
    await sendForged();
    const cost = {
      cpuMs: (await setting.server.usage()).cpuMs - cpuMs,
      requests: (await requestsOf(stub)) - requests,
      fetches: setting.issuer.fetches - fetches,
    };
    const alone = await query();
    const [beside] = await Promise.all([query(), sendForged()]);
    return [
      `${forged.length} forged tokens in ${SECONDS} s: ${cost.requests} upstream requests, ${cost.fetches} JWKS fetches, ${((cost.cpuMs * 1_000) / forged.length).toFixed(0)} us of CPU each`,
      `a viewer's query alone: ${percentiles(alone)}`,
      `beside forged tokens: ${percentiles(beside)}`,
      '',
    ].join('\n');
  } finally {
    await setting.stop();
    await stub.stop();
  }
}

/** Half of them claim to be signed by the issuer's key. Signed beforehand: it takes more than sending. */
async function forge({ issuer, key }: Setting): Promise<Record<string, string>[]> {
  const foreign = await signingKeyPair('foreign');
  return Promise.all(
    Array.from({ length: FORGED_PER_SECOND * SECONDS }, async (_, n) => {
      const header = n % 2 === 0 ? { kid: key.kid } : {};
      const token = await issuer.sign(foreign, Date.now(), { sub: `${n}` }, header);
      return { authorization: `Bearer ${token}` };
    }),
  );
}

/** Starts requests at a steady rate, and returns how long each took, in milliseconds. */
async function atRate<T>(
  items: readonly T[],
  perSecond: number,
  send: (item: T) => Promise<void>,
): Promise<number[]> {
  const startedAt = performance.now();
  const taken: Promise<number>[] = [];
  for (const [n, item] of items.entries()) {
    const due = startedAt + (n * 1_000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    taken.push(timed(() => send(item)));
  }
  return Promise.all(taken);
}

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function post(
  { url }: Setting,
  headers: Record<string, string>,
  expected: number,
): Promise<void> {
  const response = await postJson(url, { query: QUERY }, headers);
  await response.arrayBuffer();
  if (response.status !== expected) throw new Error(`Expected ${expected}: ${response.status}.`);
}

function percentiles(taken: readonly number[]): string {
  return `p50 ${quantile(taken, 0.5).toFixed(1)} ms, p99 ${quantile(taken, 0.99).toFixed(1)} ms`;
}
