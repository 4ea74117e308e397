import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  describeError,
  INTERVAL_MS,
  LINES_MAX,
  ThrottledLog,
} from '../../../src/observability/log.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

const URL_WITH_KEY = 'http://x:99999/graphql?query={__typename}&api_key=SECRET';

/** The error for an invalid URL, which contains that URL. */
function invalidUrlError(url: string): unknown {
  try {
    return new URL(url);
  } catch (error) {
    return error;
  }
}

function startLog(level: string) {
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

test('logs an error without query strings and without fields that may hold secrets', () => {
  expect(Object(invalidUrlError(URL_WITH_KEY)).input).toContain('SECRET');
  const { lines, log } = startLog('info');
  log.error({ err: invalidUrlError(URL_WITH_KEY) }, 'unexpected error');
  log.error(
    { err: new Error('outer', { cause: invalidUrlError(URL_WITH_KEY) }) },
    'unexpected error',
  );
  log.error(
    { err: new Error(`Failed to parse "${URL_WITH_KEY}" and /a?api_key=SECRET`) },
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

test('describes an error that is its own cause', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).match(/"round"/g)?.length).toBe(4);
});

test('limits the lines of each message, across all children', () => {
  const { lines, clock, log } = startLog('info');
  const children = [log.child({ a: 1 }).child({ b: 2 }), log.child({ c: 3 })];
  for (let i = 0; i < LINES_MAX; i++) for (const child of children) child.warn({ i }, 'often');
  log.info({}, 'seldom');
  expect(lines).toHaveLength(LINES_MAX + 1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, a: 1, b: 2, i: 0, msg: 'often' });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 40, c: 3, i: 0, msg: 'often' });
  clock.advance(INTERVAL_MS);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40, counts: { more: LINES_MAX } });
});

test('writes neither lines nor counts below the level, and leaves no timer after it stops', () => {
  const { lines, clock, log } = startLog('warn');
  for (let i = 0; i < 100; i++) log.info({}, 'often');
  log.count('what', 'counted');
  clock.advance(INTERVAL_MS);
  expect(lines).toEqual([]);
  log.stop();
  expect(clock.pendingTimers).toBe(0);
});
