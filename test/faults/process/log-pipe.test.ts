import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { metricOf } from '../../harness/clients/exposed-metrics.ts';
import { GraphClient } from '../../harness/clients/graph-client.ts';
import { newFolder } from '../../harness/node/new-folder.ts';
import { freePort } from '../../harness/programs/free-port.ts';
import { OddsgraphProcess } from '../../harness/programs/oddsgraph-process.ts';
import { until } from '../../harness/until.ts';

const { O_RDWR, O_WRONLY, O_NONBLOCK } = constants;

let fifo: string;
/** The end of the log pipe that this test reads, which never blocks. */
let pipe: number;
let program: OddsgraphProcess | null = null;

beforeEach(() => {
  fifo = join(newFolder(), 'log');
  execFileSync('mkfifo', [fifo]);
  pipe = openSync(fifo, O_RDWR | O_NONBLOCK);
});
afterEach(async () => {
  await program?.kill();
  closeSync(pipe);
});

/** Fills the pipe, so that whoever writes to it has to wait for a reader. */
function fill(): void {
  const block = Buffer.alloc(4_096, 0x20);
  try {
    for (;;) writeSync(pipe, block);
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
}

/** Everything in the pipe. */
function drain(): string {
  const buffer = Buffer.alloc(4_096);
  let text = '';
  try {
    for (;;) text += buffer.toString('utf8', 0, readSync(pipe, buffer));
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
    return text;
  }
}

async function droppedLines(client: GraphClient): Promise<number> {
  return metricOf(client.url, 'log_lines_dropped_total');
}

/** Starts the program with this pipe as its standard error, which the process that bundles a page inherits. */
async function startWith(flags: number): Promise<GraphClient> {
  const log = openSync(fifo, flags);
  const upstream = 'http://127.0.0.1:1'; // Nothing is asked of it.
  const environment = { LOG_LEVEL: 'debug', UPSTREAM_URL: upstream, BOARD: 'on' };
  program = new OddsgraphProcess(environment, 'node', [], log);
  closeSync(log);
  return program.listening();
}

describe.each([
  ['blocks its writers', O_RDWR],
  ['does not block its writers', O_RDWR | O_NONBLOCK],
])('a log pipe that nobody reads and that %s', (_, flags) => {
  test('delays neither the start nor answers nor the end, and gets what it missed when it is read again', async () => {
    fill();
    const client = await startWith(flags);
    for (let i = 0; i < 20; i += 1) await client.ask('{ nothing }');
    const { data } = await client.ask('{ __typename }');
    expect(data).toEqual({ __typename: 'Query' });
    expect(await droppedLines(client)).toBe(0);
    let log = drain(); // As soon as there is room, the program writes.
    await until(() => {
      log += drain();
      return log.includes('"msg":"listening"');
    });
    fill();
    program?.signal('SIGTERM');
    expect(await program?.exited).toBe(0);
  });
});

test('a log pipe and a standard output without a reader do not end the server, and what the log misses is counted', async () => {
  const port = String(await freePort());
  const output = openSync(fifo, O_WRONLY);
  closeSync(pipe);
  const environment = { UPSTREAM_URL: 'http://127.0.0.1:1', PORT: port };
  program = new OddsgraphProcess(environment, 'node', [], output, output);
  closeSync(output);
  const client = new GraphClient(`http://127.0.0.1:${port}`);
  // That it listens is the first line that is lost.
  await until(async () => (await droppedLines(client).catch(() => 0)) > 0);
  expect((await client.ask('{ nothing }')).errors).toHaveLength(1);
  pipe = openSync(fifo, O_RDWR | O_NONBLOCK);
  program.signal('SIGTERM');
  expect(await program.exited).toBe(0);
  expect(drain()).toContain('"msg":"stopped"');
});
