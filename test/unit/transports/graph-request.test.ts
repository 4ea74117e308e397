import { expect, test } from 'vitest';
import { GraphRequest } from '../../../src/transports/arrival/graph-request.ts';

test('a client that has left before anybody asked for the signal has left', () => {
  const request = new GraphRequest('id', 0);
  request.closed();
  expect(request.closedSignal.aborted).toBe(true);
});
