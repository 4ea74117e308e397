import type { DocumentNode } from 'graphql';
import { fieldsOf } from '../limits/shape-limits.ts';

/*
 * Bytes of memory that a document takes: for each token, for each field once it is compiled, and in any
 * case. They err on the high side; `test/bench/documents.ts` measures them. The text's length is no guide:
 * 14 kB of names take 2 MB once they are parsed and compiled.
 */
const TOKEN_BYTES = 350;
const FIELD_BYTES = 7_000;
const BASE_BYTES = 4_000;

/** Bytes of memory of a parsed document, including its text. */
export function documentBytes({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token !== null; token = token.next) tokens += 1;
  return BASE_BYTES + 2 * (loc?.source.body.length ?? 0) + TOKEN_BYTES * tokens;
}

/** Bytes of memory of a document whose operations are all compiled. */
export function compiledBytes(document: DocumentNode): number {
  return documentBytes(document) + FIELD_BYTES * fieldsOf(document);
}
