import { expect, test } from 'vitest';
import { startProblem } from '../../../src/process/start-problem.ts';
import { startGraph } from '../../harness/servers/running-graph.ts';

test.each(['no such host', '192.0.2.1'])('a HOST that is %s is named', async (host) => {
  const baseUrl = new URL('http://127.0.0.1:9');
  const error = await startGraph({ baseUrl, host }).catch((problem) => problem);
  expect(error.message).toContain(host);
  expect(startProblem(error, () => 0)).toBe(`HOST cannot be used: ${error.message}`);
});

test.each([
  ['PORT', 4_000],
  ['ORIGIN_PORT', 0],
])('a port that is in use is named as %s', (name, own) => {
  const error = { code: 'EADDRINUSE', address: '127.0.0.1', port: 4_000 };
  const problem = startProblem(Object.assign(new Error(), error), () => own);
  expect(problem).toBe(`${name}: port 4000 of 127.0.0.1 is in use.`);
});

test('of an error that nobody expects, the stack is shown', () => {
  const error = new Error('a bug');
  expect(startProblem(error, () => 0)).toBe(error.stack);
});
