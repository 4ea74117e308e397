import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { OddsgraphProcess } from '../harness/programs/oddsgraph-process.ts';

const run = promisify(execFile);

let program: OddsgraphProcess | null = null;

afterEach(async () => {
  await program?.kill();
  program = null;
});

/** Starts the program with its embedded origin, and gives the origin's address and port. */
async function start(environment: Record<string, string> = {}) {
  program = new OddsgraphProcess(environment);
  const graph = await program.listening();
  const origin = /embedded origin is listening at (\S+?)\.?\s/.exec(program.output)?.[1] ?? '';
  return { graph, origin, port: new URL(origin).port };
}

function printToken(originPort: string, ...args: string[]) {
  return run('npm', ['run', '--silent', 'token', '--', ...args], {
    env: { ...process.env, ORIGIN_PORT: originPort },
  });
}

test('npm run token prints a token with which the embedded origin serves a viewer', async () => {
  const { graph, port } = await start();
  const { stdout } = await printToken(port, '--tier', 'pro', '--sub', 'alice');
  const headers = { authorization: `Bearer ${stdout.trim()}` };
  const { data } = await graph.ask('{ viewer { tier } }', { key: null, headers });
  expect(data.viewer).toEqual({ tier: 'PRO' });
});

test('npm run token names the tiers if it is given another', async () => {
  const { port } = await start();
  await expect(printToken(port, '--tier', 'gold')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('free, hobby, pro, sharp, enterprise'),
  });
});

test('npm run token says what to start if no origin answers', async () => {
  await expect(printToken('9')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('start it first'),
  });
});

test('npm run token refuses a port that the configuration would refuse', async () => {
  await expect(printToken('70000')).rejects.toMatchObject({
    code: 1,
    stderr: 'ORIGIN_PORT must be a port from 0 to 65535.\n',
  });
});

test('in production the embedded origin issues no tokens and lists no key', async () => {
  const { graph, origin } = await start({ NODE_ENV: 'production' });
  expect((await fetch(`${origin}/.well-known/jwks.json`)).status).toBe(404);
  expect((await fetch(`${origin}/token`, { method: 'POST' })).status).toBe(404);
  const forged = 'eyJhbGciOiJFUzI1NiJ9.e30.x';
  const reply = await graph.ask('{ viewer { tier } }', {
    key: null,
    headers: { authorization: `Bearer ${forged}` },
  });
  expect(reply.errors[0]?.message).toBe('This server accepts API keys, not tokens.');
});
