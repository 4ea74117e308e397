import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/errors/errors.ts';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';
import { variablesRead } from '../harness/programs/variables-read.ts';
import { codeBlocks, tableKeys } from './page.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) process.stderr.write("WARNING: curl is missing: the README's queries are not run.\n");

let program: OddsgraphProcess;
let graph: GraphClient;

beforeAll(async () => {
  program = new OddsgraphProcess({ BOARD: 'on', ORIGIN_FEED: 'simulation' }, 'npm start');
  graph = await program.listening();
});

afterAll(() => program.kill());

/** The only command of a section of the README, for the server of this test. */
function command(heading: string): string {
  const [code = '', ...others] = codeBlocks('README.md', heading, 'sh');
  expect(others, `"${heading}" has one command`).toEqual([]);
  return code.replaceAll('http://127.0.0.1:4000', graph.url);
}

/** The codes of errors that Yoga and Apollo Server make before an operation is executed. */
const SERVER_CODES = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
];

/** The names and types of a value, of lists those of the first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, shapeOf(held)]));
}

describe.skipIf(!hasCurl)("the README's queries", () => {
  test('answer the first query as printed', async () => {
    const [printed = ''] = codeBlocks('README.md', 'A first query', 'json');
    const { stdout } = await promisify(execFile)('sh', ['-c', command('A first query')]);
    expect(shapeOf(JSON.parse(stdout))).toEqual(shapeOf(JSON.parse(printed)));
  });

  test('stream the first subscription as printed', async () => {
    const [printed = ''] = codeBlocks('README.md', 'A first subscription', '');
    const shell = spawn('sh', ['-c', `exec ${command('A first subscription')}`]);
    try {
      const kinds: string[] = [];
      for await (const line of createInterface(shell.stdout)) {
        const { liveOdds } = line.startsWith('data: {') ? JSON.parse(line.slice(6)).data : {};
        if (liveOdds !== undefined) kinds.push(kindOf(liveOdds));
        if (liveOdds?.__typename === 'OddsUpdate') break;
      }
      const shown = printed.split('\n').flatMap((line) => {
        const event = line.startsWith('data: {')
          ? JSON.parse(`${line.slice(6).replace(', …', '')}`)
          : null;
        return event === null ? [] : [kindOf(event.data.liveOdds)];
      });
      expect(kinds).toEqual(expect.arrayContaining(shown));
      expect(kinds.filter((kind) => shown.includes(kind)).filter(isFirst)).toEqual(shown);
    } finally {
      const closed = once(shell, 'close');
      shell.kill();
      await closed;
    }
  });
});

/** The type of an event, and the names of what it holds. */
function kindOf(event: Readonly<Record<string, unknown>>): string {
  const state = event['state'] === undefined ? '' : ` ${event['state']}`;
  return `${event['__typename']}${state} { ${Object.keys(event).join(' ')} }`;
}

function isFirst<T>(value: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(value) === index;
}

test('the README installs, starts and tests by scripts that exist', () => {
  const [start, tests] = codeBlocks('README.md', 'Start', 'sh');
  expect(start).toBe('npm ci && npm start\n'); // The server of these tests is started by `npm start`.
  expect(tests).toBe('npm ci && npm test\n');
  expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts).toHaveProperty('test');
});

test("the README's command for production starts a server that is ready", async () => {
  const [code = ''] = codeBlocks('README.md', 'Deploy', 'sh');
  const [install, start = ''] = code.split('\n');
  expect(install).toBe('npm ci --omit=dev --workspaces=false');
  expect(start).toMatch(/ npm start$/);
  const variables = Object.fromEntries(
    start.matchAll(/(\w+)=(\S+)/g).map(([, name, value]) => [name, value]),
  );
  expect(variables).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
  const production = new OddsgraphProcess({ ...variables, HOST: '127.0.0.1' });
  try {
    const { url } = await production.listening();
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
  } finally {
    await production.kill();
  }
});

test('the documentation lists every configuration variable, and no other', () => {
  const names = variablesRead();
  const listed = new Set([
    ...tableKeys('docs/configuration.md', 'Variables'),
    ...tableKeys('docs/operations-traces.md', 'Configuration'),
  ]);
  // OpenTelemetry's SDK reads its other variables by itself.
  const read = [...listed].filter((name) => names.has(name) || !name.startsWith('OTEL_'));
  expect(read.sort()).toEqual([...names].sort());
});

test('the documentation lists every error code, and no other', () => {
  const codes = [...ERROR_CODES, ...SERVER_CODES];
  expect(tableKeys('docs/errors.md', 'Codes').sort()).toEqual(codes.sort());
});

test('each documented endpoint exists', async () => {
  const endpoints = tableKeys('docs/graph.md', 'Endpoints');
  expect(endpoints.length).toBeGreaterThan(6);
  const unknown = await bodyOf('GET', '/no/such/path');
  for (const endpoint of endpoints) {
    expect(endpoint, 'METHODS /path').toMatch(/^[A-Z, ]+ \/\S*$/);
    const [, methods = '', path = ''] = /^([A-Z, ]+) (\/\S*)$/.exec(endpoint) ?? [];
    for (const method of methods.split(', ')) {
      expect(await bodyOf(method, path), `${method} ${path}`).not.toBe(unknown);
    }
  }
});

async function bodyOf(method: string, path: string): Promise<string> {
  const headers = { accept: 'text/html, */*', 'x-api-key': 'demo_pro' };
  const response = await fetch(`${graph.url}${path}`, { method, headers });
  return response.text();
}
