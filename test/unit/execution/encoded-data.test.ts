import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EncodedData,
  type ResponseParts,
  responseBytes,
  responseJson,
} from '../../../src/execution/encoding/encoded-data.ts';

const errors = fc.array(
  fc.record(
    {
      message: fc.string({ unit: 'grapheme' }),
      path: fc.array(fc.oneof(fc.string(), fc.nat())),
      extensions: fc.dictionary(fc.string(), fc.jsonValue()),
    },
    { requiredKeys: ['message'] },
  ),
);
const data = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());

/** A response with any of its parts. */
const responses = fc.record(
  { data: fc.option(data), errors, extensions: fc.dictionary(fc.string(), fc.jsonValue()) },
  { requiredKeys: [] },
);

/** As the specification orders the parts: errors first, so that readers see them first. */
function expected({ data, errors, extensions }: ResponseParts): string {
  return JSON.stringify({ errors, data, extensions });
}

describe('a response', () => {
  test('with encoded data is the JSON of its parts, as text and as bytes', () => {
    fc.assert(
      fc.property(responses, (parts) => {
        const encoded: ResponseParts = {
          ...parts,
          ...(parts.data && { data: EncodedData.of(parts.data).placeholder() }),
        };
        expect(responseJson(encoded)).toBe(expected(parts));
        expect(Buffer.concat([...responseBytes(encoded)]).toString()).toBe(expected(parts));
        expect(responseJson(encoded)).toBe(expected(parts)); // From bytes, once there are any.
      }),
    );
  });

  test('with data that was encoded in chunks keeps the chunks, and is the JSON of its parts', () => {
    const chunks = ['{"name":"M', 'üller', ' ⚽"}'].map((text) => Buffer.from(text));
    const parts = { data: EncodedData.ofChunks(chunks).placeholder(), extensions: { calls: 1 } };
    expect(responseBytes(parts)).toEqual(expect.arrayContaining(chunks));
    expect(responseBytes(parts)).toHaveLength(chunks.length + 2);
    expect(responseJson(parts)).toBe(expected({ ...parts, data: { name: 'Müller ⚽' } }));
  });

  test('with plain data is the JSON of its parts', () => {
    fc.assert(
      fc.property(responses, (parts) => {
        expect(responseJson(parts)).toBe(expected(parts));
        expect(Buffer.concat([...responseBytes(parts)]).toString()).toBe(expected(parts));
      }),
    );
  });

  test('can reuse the same encoded data with different extensions', () => {
    const held = EncodedData.of({ name: 'Müller ⚽' });
    for (const calls of [1, 0, 0]) {
      const parts = { data: held.placeholder(), extensions: { calls } };
      expect(responseJson(parts)).toBe(
        `{"data":{"name":"Müller ⚽"},"extensions":{"calls":${calls}}}`,
      );
    }
  });
});
