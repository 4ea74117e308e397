import { expect, test } from 'vitest';
import { Inbox } from '../../../src/client/connection/inbox.ts';

test('what has ended regularly does not fail later', async () => {
  const inbox = new Inbox();
  inbox.push({ data: { at: 1 } });
  inbox.end();
  inbox.end(new Error('The connection was aborted.'));
  const results = [];
  for await (const result of inbox.results()) results.push(result);
  expect(results).toEqual([{ data: { at: 1 } }]);
});
