import { pino } from 'pino';
import { expect, test } from 'vitest';
import { describeError, ThrottledLog } from '../../../src/observability/log.ts';
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

test('logs an error without query strings and without fields that may hold secrets', () => {
  expect(Object(invalidUrlError(URL_WITH_KEY)).input).toContain('SECRET');
  const lines: string[] = [];
  const sink = pino({}, { write: (line: string) => void lines.push(line) });
  const log = ThrottledLog.start(sink, new ManualClock());
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
