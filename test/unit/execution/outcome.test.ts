import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EncodedData } from '../../../src/execution/encoding/encoded-data.ts';
import { responseBytes } from '../../../src/execution/outcome.ts';

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

/** A response with any of its parts. */
const responses = fc.record(
  {
    data: fc.option(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())),
    errors,
    extensions: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

const textOf = (parts: readonly Buffer[]) => Buffer.concat([...parts]).toString();

test('a response is the JSON of its parts, errors first, so that readers see them first', () => {
  fc.assert(
    fc.property(responses, ({ data, errors, extensions }) => {
      const encoded = data === undefined ? {} : { data: new EncodedData(JSON.stringify(data)) };
      const outcome = {
        kind: 'result' as const,
        ...encoded,
        ...(errors && { errors }),
        ...(extensions && { extensions }),
      };
      const expected = JSON.stringify({ errors, data, extensions });
      expect(textOf(responseBytes(outcome))).toBe(expected);
      expect(textOf(responseBytes(outcome))).toBe(expected); // Once it is bytes.
    }),
  );
});

test('data that was encoded in chunks keeps them, and may be sent with other extensions', () => {
  const chunks = ['{"name":"M', 'üller', ' ⚽"}'].map((text) => Buffer.from(text));
  const data = new EncodedData(chunks);
  for (const calls of [1, 0]) {
    const parts = responseBytes({ kind: 'result', data, extensions: { calls } });
    expect(parts).toEqual(expect.arrayContaining(chunks));
    expect(parts).toHaveLength(chunks.length + 2);
    expect(textOf(parts)).toBe(`{"data":{"name":"Müller ⚽"},"extensions":{"calls":${calls}}}`);
  }
});
