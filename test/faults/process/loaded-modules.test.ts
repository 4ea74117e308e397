import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';

/** The origin's own code, and the modules that only the origin uses. */
const ORIGIN = /\/src\/origin\/|node:sqlite|\/csv-parse\/|\/pure-rand\//;

const FLAGS = [
  '--import',
  new URL('../../harness/servers/report-modules.ts', import.meta.url).href,
];

let folder: string;
let server: OddsgraphProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'modules-'));
});

afterEach(async () => {
  await server.kill();
  rmSync(folder, { recursive: true });
});

/** The modules that the program has loaded once it has answered a query. */
async function loadedModules(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const file = join(folder, 'modules.txt');
  server = new OddsgraphProcess({ ...environment, MODULES_FILE: file }, 'node', FLAGS);
  const graph = await server.listening();
  await graph.ask('{ viewer { tier } }');
  return readFileSync(file, 'utf8').split('\n');
}

test('a server in front of another service loads nothing of the embedded origin', async () => {
  const modules = await loadedModules({ UPSTREAM_URL: 'http://127.0.0.1:9' });
  expect(modules.some((url) => url.endsWith('/src/app.ts'))).toBe(true);
  expect(modules.filter((url) => ORIGIN.test(url))).toEqual([]);
});

test('a server without another service loads the embedded origin', async () => {
  const modules = await loadedModules({});
  for (const part of ['/src/origin/origin.ts', 'node:sqlite', '/csv-parse/', '/pure-rand/']) {
    expect(
      modules.filter((url) => url.includes(part)),
      part,
    ).not.toEqual([]);
  }
});

test('a server loads GraphiQL, which takes 27 MB of heap, only for a browser that asks for it', async () => {
  const modules = await loadedModules({ UPSTREAM_URL: 'http://127.0.0.1:9' });
  expect(modules.filter((url) => url.includes('render-graphiql'))).toEqual([]);
  const { url } = await server.listening();
  const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('GraphiQL');
  expect(readFileSync(join(folder, 'modules.txt'), 'utf8')).toContain('render-graphiql');
});

const REDIS =
  /\/src\/live\/relay\/|\/shared-limiter\.ts|\/@?redis\/|\/replicas\/(redis-|stream-peers)/;

const VIEWERS = {
  JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
  JWT_ISSUER: 'https://issuer.example',
  JWT_AUDIENCE: 'oddsgraph',
  UPSTREAM_KEYS: 'pro=demo_pro',
};

test('a server without REDIS_URL loads nothing of the relay, shared reads, budgets or event streams, and no Redis client', async () => {
  const modules = await loadedModules({ UPSTREAM_URL: 'http://127.0.0.1:9', ...VIEWERS });
  expect(modules.some((url) => url.endsWith('/viewers/viewer-budgets.ts'))).toBe(true);
  expect(modules.some((url) => url.endsWith('/src/upstream/shared/shared-reads.ts'))).toBe(true);
  expect(modules.filter((url) => REDIS.test(url))).toEqual([]);
});

test('a server with REDIS_URL loads all of them', async () => {
  const modules = await loadedModules({
    UPSTREAM_URL: 'http://127.0.0.1:9',
    REDIS_URL: 'redis://127.0.0.1:9',
    ...VIEWERS,
  });
  for (const part of [
    '/src/live/relay/relay.ts',
    '/shared-limiter.ts',
    '/stream-peers.ts',
    '/redis-cache.ts',
    '/node_modules/redis/',
  ]) {
    expect(
      modules.filter((url) => url.includes(part)),
      part,
    ).not.toEqual([]);
  }
});

/** All but the API without an implementation, which the Prometheus client loads. */
const TRACING = /\/src\/tracing\/opentelemetry\/|\/@opentelemetry\/(?!api\/)/;

test('a server without OTEL_EXPORTER_OTLP_ENDPOINT loads nothing of the OpenTelemetry SDK', async () => {
  const modules = await loadedModules({
    UPSTREAM_URL: 'http://127.0.0.1:9',
    OTEL_SERVICE_NAME: 'oddsgraph',
  });
  expect(modules.filter((url) => TRACING.test(url))).toEqual([]);
});

test('a server with OTEL_EXPORTER_OTLP_ENDPOINT loads its SDK', async () => {
  const modules = await loadedModules({
    UPSTREAM_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  });
  for (const part of ['/opentelemetry/open-tracing.ts', '/@opentelemetry/sdk-trace/']) {
    expect(
      modules.filter((url) => url.includes(part)),
      part,
    ).not.toEqual([]);
  }
});
