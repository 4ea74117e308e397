import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/execution/documents/trusted-documents.ts';
import type { GraphClient } from '../harness/clients/graph-client.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';

const run = promisify(execFile);

let program: OddsgraphProcess;
let graph: GraphClient;
/** The address of the embedded origin. */
let origin: string;

/** Starts the program with its embedded origin for the tests of a group. */
function startOnce(environment: Record<string, string> = {}): void {
  beforeAll(async () => {
    program = new OddsgraphProcess(environment);
    graph = await program.listening();
    origin = /embedded origin is listening at (\S+?)\.?\s/.exec(program.output)?.[1] ?? '';
  });
  afterAll(() => program.kill());
}

/** What `npm run token` does, without npm unless that is the command. */
function printToken(originPort: string, args: readonly string[], command = 'node') {
  const start =
    command === 'npm' ? ['run', '--silent', 'token', '--'] : ['src/commands/print-token.ts'];
  return run(command, [...start, ...args], { env: { ...process.env, ORIGIN_PORT: originPort } });
}

describe('a development server', () => {
  startOnce({ API_KEYS: 'off', BOARD: 'on' });

  test('suggests a request with a token where API keys are off', () => {
    expect(program.output).toContain('-H "authorization: Bearer $TOKEN"');
    expect(program.output).not.toContain('demo_pro'); // It would be refused.
    expect(program.output).toContain('TOKEN=$(npm run -s token -- --tier pro)');
    expect(program.output).not.toContain('x-api-key');
  });

  test('has a page that offers no demo keys where API keys are off', async () => {
    const page = await fetch(new URL('/', graph.url));
    expect(await page.text()).not.toContain('demo_pro');
  });

  test('npm run token prints a token with which the embedded origin serves a viewer', async () => {
    const { stdout } = await printToken(
      new URL(origin).port,
      ['--tier', 'pro', '--sub', 'alice'],
      'npm',
    );
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    const { data } = await graph.ask('{ viewer { tier } }', { key: null, headers });
    expect(data.viewer).toEqual({ tier: 'PRO' });
  });

  test.each([
    ['--tier', 'gold'],
    ['--ttl', 'abc'],
    ['--ttl', '86401'],
  ])('npm run token says what %s may be if it is %s', async (flag, value) => {
    await expect(printToken(new URL(origin).port, [flag, value])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^--tier has to be one of free, hobby, pro, sharp, enterprise; --ttl a number up to 86400; --sub a name\.$/m,
      ),
    });
  });
});

test('npm run token says what to start if no origin answers', async () => {
  await expect(printToken('9', [])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('start it first'),
  });
});

test('npm run token refuses a port that the configuration would refuse', async () => {
  await expect(printToken('70000', [])).rejects.toMatchObject({
    code: 1,
    stderr: 'ORIGIN_PORT must be a whole number from 0 to 65535.\n',
  });
});

describe('a server in production that runs trusted documents alone', () => {
  const query = '{ viewer { tier } }';
  const manifest = join(newFolder(), 'documents.json');
  writeFileSync(manifest, JSON.stringify({ [sha256(query)]: query }));
  startOnce({
    NODE_ENV: 'production',
    TRUSTED_DOCUMENTS: manifest,
    TRUSTED_DOCUMENTS_ONLY: 'on',
  });

  test('suggests no query, which it would refuse', () => {
    expect(program.output).not.toContain('curl');
  });

  test('issues no tokens with its embedded origin, and lists no key', async () => {
    expect((await fetch(`${origin}/.well-known/jwks.json`)).status).toBe(404);
    expect((await fetch(`${origin}/token`, { method: 'POST' })).status).toBe(404);
    const forged = 'eyJhbGciOiJFUzI1NiJ9.e30.x';
    const reply = await graph.ask(query, {
      key: null,
      headers: { authorization: `Bearer ${forged}` },
    });
    expect(reply.errors[0]?.message).toBe('This server accepts API keys, not tokens.');
  });
});
