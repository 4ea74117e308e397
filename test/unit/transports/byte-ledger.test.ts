import { expect, test } from 'vitest';
import { ByteLedger } from '../../../src/transports/response/byte-ledger.ts';

test('what several accounts hold counts for each of them and once for all, until the last one releases it', () => {
  const ledger = new ByteLedger({ bytes: 25, accountBytes: 15 });
  const shared = [Buffer.alloc(4), Buffer.alloc(6)];
  const own = [Buffer.alloc(6)];
  for (const account of ['a', 'a', 'b']) expect(ledger.hold(account, shared)).toBe(true);
  expect(ledger.bytes).toBe(10);
  expect([ledger.hold('a', own), ledger.hold('b', own)]).toEqual([false, false]);
  expect([ledger.hold('c', own), ledger.bytes]).toEqual([true, 16]);
  expect([ledger.hold('d', shared), ledger.bytes]).toEqual([true, 16]); // 26 would be too many.
  ledger.release('d', shared);
  ledger.release('a', shared);
  expect(ledger.exceededBy('a', 6)).toBe('account');
  ledger.release('a', shared);
  expect([ledger.exceededBy('a', 6), ledger.bytes]).toEqual([null, 16]);
  ledger.release('b', shared);
  ledger.release('c', own);
  ledger.release('c', own); // It holds nothing any more.
  expect(ledger.bytes).toBe(0);
});
