import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../harness/node/new-folder.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';

/** The origin's own code, and the modules that only the origin uses. */
const ORIGIN = /\/src\/origin\/|node:sqlite|\/csv-parse\/|\/pure-rand\//;

const FLAGS = [
  '--import',
  new URL('../../harness/servers/report-modules.ts', import.meta.url).href,
];

let file: string;
let server: OddsgraphProcess;

beforeEach(() => {
  file = join(newFolder(), 'modules.txt');
});

afterEach(() => server.kill());

/** The modules that the program has loaded once it has answered a query. */
async function loadedModules(environment: Readonly<Record<string, string>>): Promise<string[]> {
  server = new OddsgraphProcess({ ...environment, MODULES_FILE: file }, 'node', FLAGS);
  const graph = await server.listening();
  await graph.ask('{ viewer { tier } }');
  return readFileSync(file, 'utf8').split('\n');
}

const REDIS =
  /\/src\/live\/relay\/|\/redis-budgets\.ts|\/@?redis\/|\/replicas\/(redis-|stream-peers)/;

/** All but the API without an implementation, which the Prometheus client loads. */
const TRACING = /\/tracing\/opentelemetry\/|\/@opentelemetry\/(?!api\/)/;

/** All but the formulas and the words that resolvers answer with. */
const HISTORY =
  /\/src\/history\/(recorder|worker|sqlite|postgres|files|open-|store-|history-metrics|store\/sql)|\/pg\//;

const VIEWERS = {
  JWT_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
  JWT_ISSUER: 'https://issuer.example',
  JWT_AUDIENCE: 'oddsgraph',
  UPSTREAM_KEYS: 'pro=demo_pro',
};

test('a server in front of another service, without Redis, an endpoint for traces and a database of prices over time, loads nothing of the embedded origin, Redis, OpenTelemetry or the recorder, and GraphiQL, which takes 27 MB of heap, only for a browser', async () => {
  const environment = { UPSTREAM_URL: 'http://127.0.0.1:9', OTEL_SERVICE_NAME: 'oddsgraph' };
  const modules = await loadedModules({ ...environment, ...VIEWERS });
  for (const part of ['/src/app.ts', '/viewers/viewer-budgets.ts', '/shared/shared-reads.ts']) {
    expect(modules.some((url) => url.endsWith(part))).toBe(true);
  }
  for (const unwanted of [ORIGIN, REDIS, TRACING, HISTORY, /render-graphiql/]) {
    expect(modules.filter((url) => unwanted.test(url))).toEqual([]);
  }
  const { url } = await server.listening();
  const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('GraphiQL');
  expect(readFileSync(file, 'utf8')).toContain('render-graphiql');
});

test('a server that needs all of them loads them', async () => {
  const modules = await loadedModules({
    REDIS_URL: 'redis://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    ...VIEWERS,
  });
  for (const part of [
    ...['/src/origin/origin.ts', '/csv-parse/', '/pure-rand/'],
    ...['/src/live/relay/relay.ts', '/redis-budgets.ts', '/stream-peers.ts', '/redis-cache.ts'],
    ...['/history/open-history.ts', '/history/recorder/recorder.ts'],
    ...[
      '/node_modules/@redis/client/',
      '/opentelemetry/open-tracing.ts',
      '/@opentelemetry/sdk-trace/',
    ],
  ]) {
    expect(
      modules.filter((url) => url.includes(part)),
      part,
    ).not.toEqual([]);
  }
});
