import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { metrics } from '../../../src/observability/metrics.ts';
import { LogDestination } from '../../../src/process/log-destination.ts';

const LINE = `${'x'.repeat(1_023)}\n`;

async function dropped(): Promise<number> {
  const { values } = await metrics.log_lines_dropped_total.get();
  return values[0]?.value ?? Number.NaN;
}

/** A standard error of which nothing is read until `resume` is called. */
function unread(): PassThrough & NodeJS.WriteStream {
  return new PassThrough() as unknown as PassThrough & NodeJS.WriteStream;
}

test('lines beyond a megabyte that wait for a reader are dropped and counted', async () => {
  const before = await dropped();
  const stream = unread();
  const log = new LogDestination(stream);
  for (let i = 0; i < 2_000; i += 1) log.write(LINE);
  const lost = (await dropped()) - before;
  expect(lost).toBeGreaterThan(900);
  expect(lost).toBeLessThan(1_000);
  let read = 0;
  stream.on('data', (bytes: Buffer) => {
    read += bytes.length;
  });
  await log.flush();
  expect(read).toBe((2_000 - lost) * LINE.length);
  log.write(LINE);
  expect((await dropped()) - before).toBe(lost);
});
