import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { formatError } from '../../../src/execution/format-error.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';

test.each([
  {
    where: 'outside of any field is a document that is nested too deeply',
    code: 'QUERY_TOO_COMPLEX',
  },
  { where: 'of a resolver is our own bug', path: ['events'], code: 'INTERNAL_SERVER_ERROR' },
])('a RangeError $where', ({ path, code }) => {
  const originalError = new RangeError('Maximum call stack size exceeded');
  const error = new GraphQLError(originalError.message, { originalError, path });
  expect(formatError(error, SILENT_LOG).extensions['code']).toBe(code);
});
