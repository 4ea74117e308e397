import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { systemClock } from '../../src/clock.ts';
import { openFeed } from '../../src/origin/feeds/open-price-feed.ts';
import { startOrigin } from '../../src/origin/origin.ts';
import {
  type SigningKeyPair,
  signingKeyPair,
  TokenIssuer,
} from '../harness/viewers/token-issuer.ts';
import { pin } from './pin.ts';

/*
 * What tokens cost: `node test/bench/viewers.ts`. A small repeated query by API key and by token, and the
 * delay of a viewer's small query beside 200 forged tokens a second.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 3;
const FORGED_PER_SECOND = 200;
const FORGED_SECONDS = 10;
const QUERY = '{ events(first: 1) { totalCount } }';

const [key, foreignKey] = await Promise.all([signingKeyPair('one'), signingKeyPair('foreign')]);
const issuer = await TokenIssuer.start(key);
const feed = openFeed({ clock: systemClock, feed: 'simulation', seed: 1 });
const origin = await startOrigin({ clock: systemClock, feed, port: 0, rateLimits: { pro: 1e6 } });
const child = fork(new URL('servers/viewers.ts', import.meta.url), [
  origin.url,
  issuer.jwksUrl.href,
]);
pin(child, 0);
const [{ url }] = (await once(child, 'message')) as [{ url: string }];

const token = (signer: SigningKeyPair, claims = {}) =>
  issuer.sign(signer, Date.now(), { tier: 'pro', ...claims });
const good = { authorization: `Bearer ${await token(key)}` };

/** CPU time that the server has used so far, in microseconds. */
async function cpuOfServer(): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  const [{ cpuMicroseconds }] = (await answer) as [{ cpuMicroseconds: number }];
  return cpuMicroseconds;
}

/** CPU time of the server per query, in microseconds: unlike its rate, it hardly depends on the load beside it. */
async function cpuPerQuery(headers: Record<string, string>): Promise<number> {
  const before = await cpuOfServer();
  const { requests, non2xx } = await autocannon({
    url: `${url}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: QUERY }),
    connections: 16,
    duration: SECONDS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} queries were refused.\n`);
  return ((await cpuOfServer()) - before) / requests.total;
}

/** The 50th and 99th percentile of a viewer's query in milliseconds, fifty a second for some seconds. */
async function latency(): Promise<{ p50: number; p99: number }> {
  const taken: Promise<number>[] = [];
  for (let n = 0; n < 50 * FORGED_SECONDS; n += 1) {
    taken.push(timed());
    await pause(20);
  }
  const sorted = (await Promise.all(taken)).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

async function timed(): Promise<number> {
  const started = performance.now();
  await post(good);
  return performance.now() - started;
}

async function post(headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: QUERY }),
  });
  await response.text();
  return response.status;
}

async function sendForgedTokens(): Promise<void> {
  const forged = await Promise.all(
    Array.from({ length: FORGED_PER_SECOND * FORGED_SECONDS }, (_, n) =>
      // Half of them claim to be signed by the issuer's key.
      issuer.sign(foreignKey, Date.now(), { sub: `${n}` }, n % 2 === 0 ? { kid: key.kid } : {}),
    ),
  );
  const started = performance.now();
  const sent: Promise<number>[] = [];
  for (const [n, one] of forged.entries()) {
    const due = started + (n * 1_000) / FORGED_PER_SECOND;
    if (due > performance.now()) await pause(due - performance.now());
    sent.push(post({ authorization: `Bearer ${one}` }));
  }
  const statuses = new Set(await Promise.all(sent));
  if (statuses.size !== 1 || !statuses.has(401)) throw new Error('A forged token was accepted.');
}

try {
  await cpuPerQuery({ 'x-api-key': 'demo_pro' });
  await cpuPerQuery(good);
  const [byKey, byToken]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    byKey.push(await cpuPerQuery({ 'x-api-key': 'demo_pro' }));
    byToken.push(await cpuPerQuery(good));
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[1] ?? Number.NaN;
  const ratio = median(byToken) / median(byKey);
  process.stdout.write(
    `CPU per query: by API key ${median(byKey).toFixed(1)} us, by token ${median(byToken).toFixed(1)} us: ${ratio.toFixed(3)}\n`,
  );
  const alone = await latency();
  const fetchesBefore = issuer.fetches;
  const [beside] = await Promise.all([latency(), sendForgedTokens()]);
  process.stdout.write(`alone: p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms\n`);
  process.stdout.write(
    `beside forged tokens: p50 ${beside.p50.toFixed(1)} ms, p99 ${beside.p99.toFixed(1)} ms\n`,
  );
  process.stdout.write(`JWKS fetches meanwhile: ${issuer.fetches - fetchesBefore}\n`);
} finally {
  child.kill();
  await origin.stop();
  await issuer.stop();
}
