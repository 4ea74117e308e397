import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonChunks } from '../../../src/execution/encoding/json-chunks.ts';
import { runs } from '../../harness/property-runs.ts';

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

describe('the chunks of a JSON text', () => {
  test('joined together equal JSON.stringify, for any chunk size', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 20 }), (given, pieceValues) => {
        const text = [...jsonChunks({ given }, pieceValues)].join('');
        expect(text).toBe(JSON.stringify({ given }));
      }),
      { numRuns: runs(500) },
    );
  });

  test('stay within the maximum number of values if rows are small', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, price: { american: id } }));
    const data = { events: { nodes: [{ odds: rows }, { odds: [] }, { odds: rows }] } };
    const pieces = [...jsonChunks(data, 100)];
    const valuesIn = (text: string) => 4 * (text.match(/"id"/g) ?? []).length; // A row with its fields.
    expect(pieces.join('')).toBe(JSON.stringify(data));
    expect(Math.max(...pieces.map(valuesIn))).toBeLessThanOrEqual(100);
    expect(pieces.length).toBeLessThan(200); // And not many fewer, either.
  });

  test('are a single one for a small value', () => {
    expect([...jsonChunks({ viewer: { tier: 'PRO' } })]).toEqual(['{"viewer":{"tier":"PRO"}}']);
  });
});
