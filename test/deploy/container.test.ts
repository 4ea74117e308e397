import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Copy, DockerfileParser, type Instruction, JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GraphClient } from '../harness/clients/graph-client.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { TWO_GAMES } from '../harness/programs/oddsgraph-process.ts';
import { until } from '../harness/until.ts';

/*
 * There is no container engine here, so that the steps of the container file run in an empty folder,
 * under the user that it names. What npm would install is copied from this project, which has it all.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEXT = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
const FILE = DockerfileParser.parse(TEXT);
const STEPS = FILE.getInstructions();

/** Where the image has the program. */
const WORKDIR = '/app';

const hasJemalloc = /libjemalloc\.so\.2/.test(
  spawnSync('/sbin/ldconfig', ['-p']).stdout?.toString(),
);
if (!hasJemalloc)
  process.stderr.write('WARNING: libjemalloc2 is missing: its use is not tested.\n');

const hasTini = spawnSync('tini', ['--version']).status === 0;
if (!hasTini) process.stderr.write('WARNING: tini is missing: the program runs without it.\n');

let folder: string;
let server: ChildProcess;

beforeAll(async () => {
  folder = newFolder();
  await chmod(folder, 0o755); // For the other user.
  for (const step of STEPS) {
    if (step instanceof Copy) copy(step);
    if (step.getKeyword() === 'RUN' && !installsPrograms(step)) run(step);
  }
});

afterAll(async () => {
  server?.kill('SIGKILL');
});

test('the container file is valid', () => {
  expect(validate(TEXT).map(({ message }) => message)).toEqual([]);
});

test('.dockerignore lets through what the container file copies, and nothing else', () => {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(lines).toContain('*');
  expect(new Set(allowed)).toEqual(new Set(STEPS.filter(isFromContext).flatMap(sourcesOf)));
});

test('what it builds starts as another user than root, becomes healthy, answers, and stops on SIGTERM', async () => {
  const port = await freePort();
  const feed = join(folder, 'feed.csv'); // The simulation takes a while to start.
  cpSync(TWO_GAMES, feed);
  const ports = { PORT: String(port), ORIGIN_PORT: '0' };
  const environment = { ...environmentOf(), ...ports, ORIGIN_FEED: feed };
  expect(stepOf('USER').getRawArgumentsContent()).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const [file = '', ...parameters] = command();
  server = spawn(file, parameters, { cwd: folder, env: environment, ...user() });
  server.stderr?.resume();
  await Promise.race([once(server.stdout ?? server, 'data'), once(server, 'exit')]); // It greets when it listens.
  expect(isHealthy(environment)).toBe(true);

  const client = new GraphClient(`http://127.0.0.1:${port}`);
  const { data } = await client.ask('{ sportsbooks { id } }');
  expect(data.sportsbooks).toHaveLength(32);
  const pid = hasTini ? childOf(server.pid) : server.pid;
  if (hasJemalloc) expect(readFileSync(`/proc/${pid}/maps`, 'utf8')).toContain('jemalloc');
  const board = await fetch(client.url);
  expect([board.status, await board.text()]).toEqual([200, expect.stringContaining('<title>')]);

  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(isHealthy(environment)).toBe(false);
}, 60_000);

test.skipIf(!hasTini || process.getuid?.() !== 0)(
  'a stop signal that comes while it starts as the first process ends it',
  async () => {
    const parameters = ['--fork', '--pid', '--kill-child', ...command()];
    server = spawn('unshare', parameters, { cwd: folder, env: environmentOf() });
    const ended = once(server, 'exit');
    const first = () => childOf(server.pid);
    await until(() => childOf(first()) !== null); // The program, which has not begun to listen.
    process.kill(first() ?? 0, 'SIGTERM');
    await ended;
  },
);

/** What the image runs. */
function command(): string[] {
  return [...(hasTini ? stringsOf(stepOf('ENTRYPOINT')) : []), ...stringsOf(stepOf('CMD'))];
}

function childOf(pid: number | null | undefined): number | null {
  if (!pid) return null;
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return Number(child) || null;
}

function isFromContext(step: Instruction): step is Copy {
  return step instanceof Copy && step.getFromFlag() === null;
}

function sourcesOf(step: Instruction): string[] {
  return step
    .getArguments()
    .slice(0, -1)
    .map((argument) => argument.getValue());
}

/** What one stage copies from another one is in the same folder here. */
function copy(step: Copy): void {
  if (!isFromContext(step)) return;
  const options = { recursive: true };
  for (const source of sourcesOf(step)) cpSync(join(ROOT, source), join(folder, source), options);
}

/** Programs and libraries of Debian are those of this machine: tests install none. */
function installsPrograms(step: Instruction): boolean {
  return step.getRawArgumentsContent()?.startsWith('apt-get ') ?? false;
}

function run(step: Instruction): void {
  for (const command of step.getRawArgumentsContent()?.split(' && ') ?? []) {
    if (command.startsWith('npm ci ')) copyPackages(command);
    else outputOf(command);
  }
}

/** Copies the packages that npm would install by a command, as links to the same files where that is possible. */
function copyPackages(command: string): void {
  const said = outputOf(command, { npm_config_dry_run: 'true', npm_config_json: 'true' });
  const { add }: { add: { path: string }[] } = JSON.parse(said.slice(said.indexOf('{')));
  const packages = add.map(({ path }) => relative(folder, path));
  const isCopied = (how: '-r' | '-rl') =>
    spawnSync('cp', [how, '--parents', ...packages, folder], { cwd: ROOT }).status === 0;
  if (!isCopied('-rl') && !isCopied('-r')) throw new Error('The packages cannot be copied.');
}

function outputOf(command: string, environment: Readonly<Record<string, string>> = {}): string {
  const env = { ...process.env, ...environment };
  const options = { cwd: folder, encoding: 'utf8', env } as const;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The environment of the image, with paths in the folder instead of `/app`. */
function environmentOf(): Record<string, string> {
  const variables = FILE.getENVs().flatMap((env) => env.getProperties());
  return Object.fromEntries(
    variables.map((one) => [one.getName(), (one.getValue() ?? '').replace(WORKDIR, folder)]),
  );
}

function isHealthy(environment: Record<string, string>): boolean {
  const [check] = FILE.getHEALTHCHECKs();
  const [, command = ''] = /CMD (\[.*\])$/.exec(check?.getRawArgumentsContent() ?? '') ?? [];
  const [file = '', ...parameters]: string[] = JSON.parse(command);
  return spawnSync(file, parameters, { cwd: folder, env: environment, ...user() }).status === 0;
}

function stepOf(keyword: string): Instruction {
  const step = STEPS.findLast((one) => one.getKeyword() === keyword);
  if (step === undefined) throw new Error(`There is no ${keyword}.`);
  return step;
}

function stringsOf(step: Instruction): string[] {
  if (!(step instanceof JSONInstruction)) throw new Error(`${step} needs a shell.`);
  return step.getJSONStrings().map((one) => one.getJSONValue());
}

/** The user of the image, if this process may become another one. */
function user(): { uid?: number; gid?: number } {
  const [uid, gid] = (stepOf('USER').getRawArgumentsContent() ?? '').split(':').map(Number);
  return process.getuid?.() === 0 && uid && gid ? { uid, gid } : {};
}
