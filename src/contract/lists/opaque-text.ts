import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** How content of this shape becomes a text that clients send back without reading it: a cursor, or the id of a node. */
export function opaqueText<Schema extends TSchema>(schema: Schema) {
  const content = Compile(schema);
  return {
    write: (value: Static<Schema>): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url'),
    /** Null if the text is not one that was written. */
    read: (text: string): Static<Schema> | null => {
      try {
        const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
        return content.Check(value) ? value : null;
      } catch {
        return null;
      }
    },
  };
}
