import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveClient } from '../harness/clients/live-client.ts';
import { StreamClient } from '../harness/clients/stream-client.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { oddsRow } from '../harness/odds-rows.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { hasRedis, spawnRedis } from '../harness/programs/redis.ts';
import { ScriptedUpstream } from '../harness/servers/scripted-upstream.ts';
import { until } from '../harness/until.ts';

const PASSWORD = 'change-me';

const deployed = (file: string) => fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url));

let folder: string;
let redis: Awaited<ReturnType<typeof spawnRedis>>;
let upstream: ScriptedUpstream;
let environment: Record<string, string>;

/** The Redis of `deploy/`, with its files in a folder of the test. */
beforeAll(async () => {
  if (!hasRedis) return;
  folder = newFolder();
  await promisify(execFile)(deployed('redis-certificates.sh'), [folder, 'localhost']);
  const port = await freePort();
  const file = join(folder, 'redis.conf');
  const text = await readFile(deployed('redis.conf'), 'utf8');
  await writeFile(file, text.replace('6390', String(port)).replaceAll('/etc/redis/tls', folder));
  redis = await spawnRedis([file, '--dir', folder]);
  upstream = await ScriptedUpstream.open();
  upstream.onStream = (stream) => stream.open([oddsRow(0)]);
  environment = {
    REDIS_URL: `rediss://oddsgraph:${PASSWORD}@localhost:${port}`,
    UPSTREAM_URL: upstream.url.href,
  };
});

afterAll(async () => {
  if (!hasRedis) return;
  redis.kill('SIGKILL');
  await upstream.close();
});

describe.skipIf(!hasRedis)('Redis over TLS with a user of its own', { timeout: 60_000 }, () => {
  describe('is used by replicas that trust its certificate', () => {
    let replicas: OddsgraphProcess[];
    let urls: string[];

    beforeAll(async () => {
      const certificates = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt') };
      replicas = [1, 2].map(() => new OddsgraphProcess({ ...environment, ...certificates }));
      urls = await Promise.all(replicas.map(async (replica) => (await replica.listening()).url));
    }, 60_000);
    afterAll(() => Promise.all(replicas.map((replica) => replica.kill())));

    test('to share an upstream stream', async () => {
      for (const url of urls) {
        const client = await LiveClient.open(url);
        expect((await client.untilKind('OddsSnapshot')).total).toBe(1);
        client.close();
      }
      expect(upstream.requests).toBe(1);
    });

    test('to send each other operations of an event stream', async () => {
      const [holder = '', other = ''] = urls;
      const client = (await StreamClient.open(holder)).at(other);
      expect((await client.ask('tier', '{ viewer { tier } }')).status).toBe(202);
      expect(await client.whole('tier')).toHaveLength(1);
      client.close();
    });
  });

  test('is unreachable for a replica that does not, which says why without the password', async () => {
    const replica = new OddsgraphProcess(environment);
    const { url } = await replica.listening();
    await until(() => replica.errors.includes('Redis is unreachable'));
    expect(replica.errors).toContain('SELF_SIGNED_CERT_IN_CHAIN');
    expect(replica.errors).not.toContain(PASSWORD);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    await replica.kill();
  });
});
