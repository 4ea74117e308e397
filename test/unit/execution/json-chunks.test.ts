import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonChunks } from '../../../src/execution/encoding/json-chunks.ts';

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(
      fc.jsonValue({ maxDepth: 0 }),
      fc.constant(undefined),
      fc.date({ noInvalidDate: true }),
    ),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
  ),
})).value;

describe('the pieces of a JSON text', () => {
  test('are together what JSON.stringify gives, however small they are', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 20 }), (given, pieceValues) => {
        const text = [...jsonChunks({ given }, pieceValues)].join('');
        expect(text).toBe(JSON.stringify({ given }));
      }),
      { numRuns: 500 },
    );
  });

  test('hold no more values than they may, where rows are small', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, price: { american: id } }));
    const data = { events: { nodes: [{ odds: rows }, { odds: [] }, { odds: rows }] } };
    const pieces = [...jsonChunks(data, 100)];
    const valuesIn = (text: string) => 4 * (text.match(/"id"/g) ?? []).length; // A row and what it holds.
    expect(pieces.join('')).toBe(JSON.stringify(data));
    expect(Math.max(...pieces.map(valuesIn))).toBeLessThanOrEqual(100);
    expect(pieces.length).toBeLessThan(200); // And not many fewer, either.
  });

  test('are one where there is little', () => {
    expect([...jsonChunks({ viewer: { tier: 'PRO' } })]).toEqual(['{"viewer":{"tier":"PRO"}}']);
  });
});
