import { expect } from 'vitest';
import { TIERS } from '../../src/contract/tiers.ts';

/** What no response may contain: keys, addresses, upstream messages, parts of a stack trace. */
const SECRETS = [
  ...TIERS.map((tier) => `demo_${tier}`),
  '127.0.0.1',
  'localhost',
  'ECONN',
  '10.1.2.3',
  'Broken inside',
  'Slow down',
  '/api/v1',
  'node_modules',
  'stack',
  '.ts:',
  'node:',
];

/** Expects that a response body contains none of these. */
export function expectNoLeak(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}
