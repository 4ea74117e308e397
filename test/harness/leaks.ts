import { expect } from 'vitest';
import { TIERS } from '../../src/contract/tiers.ts';

/** What no answer may ever hold: keys, addresses, the upstream's own words, anything of a stack. */
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

/** Demands that a whole body leaks nothing. */
export function expectNoLeak(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}
