import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { describeError, ThrottledLog } from '../../src/log.ts';
import { ManualClock } from '../harness/manual-clock.ts';

const ADDRESS = 'http://x:99999/graphql?query={__typename}&api_key=SECRET';

/** What is thrown for an address that cannot be parsed: it carries the address. */
function thrown(address: string): unknown {
  try {
    return new URL(address);
  } catch (error) {
    return error;
  }
}

function written(level: string) {
  const lines: string[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const clock = new ManualClock();
  return { lines, clock, log: ThrottledLog.start(pino({ level }, sink), clock) };
}

test('an error that carries an address is logged without it', () => {
  expect(Object(thrown(ADDRESS)).input).toContain('SECRET');
  const { lines, log } = written('info');
  log.error({ err: thrown(ADDRESS) }, 'unexpected error');
  log.error({ err: new Error('outer', { cause: thrown(ADDRESS) }) }, 'unexpected error');
  log.error(
    { err: new Error(`Failed to parse "${ADDRESS}" and /a?api_key=SECRET`) },
    'unexpected error',
  );
  log.error(
    { err: Object.assign(new Error('x'), { headers: { key: 'SECRET' } }) },
    'unexpected error',
  );
  log.error({ err: 'SECRET' }, 'unexpected error');
  expect(lines).toHaveLength(5);
  expect(lines.join('')).not.toContain('SECRET');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { type: 'TypeError', message: 'Invalid URL', code: 'ERR_INVALID_URL' },
  });
  expect(JSON.parse(lines[1] ?? '').err.cause).toMatchObject({ code: 'ERR_INVALID_URL' });
});

test('an error that is its own cause is described', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).match(/"round"/g)?.length).toBe(4);
});

test('each message has lines of its own, which all children share', () => {
  const { lines, clock, log } = written('info');
  const child = log.child({ a: 1 }).child({ b: 2 });
  for (let i = 0; i < 100; i++) child.warn({ i }, 'often');
  log.info({}, 'seldom');
  expect(lines).toHaveLength(61);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, a: 1, b: 2, i: 0, msg: 'often' });
  clock.advance(60_000);
  expect(JSON.parse(lines[61] ?? '')).toMatchObject({ level: 40, counts: { more: 40 } });
});

test('what the level leaves out is not counted either', () => {
  const { lines, clock, log } = written('warn');
  for (let i = 0; i < 100; i++) log.info({}, 'often');
  log.count('what', 'counted');
  clock.advance(60_000);
  expect(lines).toEqual([]);
  log.stop();
  expect(clock.pendingTimers).toBe(0);
});
