import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';

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

/** Fields of all operations. Those of a fragment count wherever it is spread. */
function fieldsOf({ definitions }: DocumentNode): number {
  const counts = new Map<string, number>();
  const fragments = new Map<string, SelectionSetNode>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    fragments.set(definition.name.value, definition.selectionSet);
  }
  const ofFragment = (name: string): number => {
    let count = counts.get(name);
    if (count === undefined) {
      count = countOf(fragments.get(name));
      counts.set(name, count);
    }
    return count;
  };
  const countOf = (set: SelectionSetNode | undefined): number => {
    let count = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) count += ofFragment(selection.name.value);
      else count += (selection.kind === Kind.FIELD ? 1 : 0) + countOf(selection.selectionSet);
    }
    return count;
  };
  return definitions.reduce(
    (sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? countOf(one.selectionSet) : 0),
    0,
  );
}
