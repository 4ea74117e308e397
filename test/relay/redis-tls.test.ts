import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/scheduling/clock.ts';
import { LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { oddsRow } from '../harness/odds-rows.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { hasRedis, spawnRedis } from '../harness/programs/redis.ts';
import { type RunningGraph, startGraph } from '../harness/servers/running-graph.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';

const PASSWORD = 'change-me';
const USUAL_CERTIFICATES = getCACertificates();

const deployed = (file: string) => fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url));

let redis: Awaited<ReturnType<typeof spawnRedis>>;
let port: number;
let redisUrl: string;
let authority: string;
let upstream: ScriptedUpstream;
const replicas: RunningGraph[] = [];

/** The Redis of `deploy/`, with its files in a folder of the test. */
beforeAll(async () => {
  if (!hasRedis) return;
  const folder = newFolder();
  await promisify(execFile)(deployed('redis-certificates.sh'), [folder, 'localhost']);
  port = await freePort();
  const file = join(folder, 'redis.conf');
  const text = await readFile(deployed('redis.conf'), 'utf8');
  await writeFile(file, text.replace('6390', String(port)).replaceAll('/etc/redis/tls', folder));
  authority = await readFile(join(folder, 'ca.crt'), 'utf8');
  redis = await spawnRedis([file, '--dir', folder]);
  redisUrl = `rediss://oddsgraph:${PASSWORD}@localhost:${port}`;
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open([oddsRow(0)]);
});

afterAll(async () => {
  if (!hasRedis) return;
  setDefaultCACertificates(USUAL_CERTIFICATES);
  await Promise.all(replicas.map((replica) => replica.stop()));
  redis.kill('SIGKILL');
  await upstream.close();
});

async function start(): Promise<RunningGraph> {
  const replica = await startGraph({ baseUrl: upstream.url, clock: systemClock, redisUrl });
  replicas.push(replica);
  return replica;
}

describe.skipIf(!hasRedis)('Redis over TLS with a user of its own', { timeout: 60_000 }, () => {
  test('listens at the two addresses of this machine alone', async () => {
    const connected = once(connect(port, '127.0.0.2'), 'connect');
    await expect(connected).rejects.toThrow('ECONNREFUSED');
  });

  test('is unreachable for a replica that does not trust its certificate, which says why without the password', async () => {
    const replica = await start();
    await until(() => replica.log().includes('Redis is unreachable'));
    expect(replica.log()).toContain('SELF_SIGNED_CERT_IN_CHAIN');
    expect(replica.log()).not.toContain(PASSWORD);
    expect((await fetch(`${replica.url}/readyz`)).status).toBe(503);
    await replica.stop();
  });

  test('is used by replicas that do, to share an upstream stream and to send each other operations', async () => {
    setDefaultCACertificates([...USUAL_CERTIFICATES, authority]); // As by NODE_EXTRA_CA_CERTS.
    const [holder, other] = [await start(), await start()];
    for (const { url } of [holder, other]) {
      const live = await LiveClient.open(url);
      expect((await live.untilKind('OddsSnapshot')).total).toBe(1);
      live.close();
    }
    expect(upstream.requests).toBe(1);
    const client = (await StreamClient.open(holder.url)).at(other.url);
    expect((await client.ask('tier', '{ viewer { tier } }')).status).toBe(202);
    expect(await client.whole('tier')).toHaveLength(1);
    client.close();
  });
});
