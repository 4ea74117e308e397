/**
 * A document with the types of its result and variables: a `TypedDocumentNode` or `TypedDocumentString` of
 * graphql-codegen, or `{ documentId }` of a trusted document.
 */
export interface TypedDocument<Data, Variables> {
  readonly __apiType?: (variables: Variables) => Data;
  readonly __meta__?: Readonly<Record<string, unknown>> | undefined;
  readonly documentId?: string;
}

/** A typed document, or the text of one. */
export type GraphDocument<Data, Variables> = TypedDocument<Data, Variables> | string;

/** What a request sends: the id of a trusted document or a text. */
export type Params =
  | { readonly documentId: string; readonly variables: unknown }
  | { readonly query: string; readonly variables: unknown };

/** Writes the text of a parsed document: `print` of the package `graphql`. */
// biome-ignore lint/suspicious/noExplicitAny: `print` takes a node of any version of `graphql`.
export type Print = (node: any) => string;

/** The parameters of a request. A document that was persisted is sent by its id. */
export function paramsOf(
  document: GraphDocument<unknown, never>,
  variables: unknown,
  print?: Print,
): Params {
  if (typeof document === 'string') return { query: document, variables };
  const documentId = document.documentId ?? document.__meta__?.['hash']; // Where graphql-codegen puts the id.
  if (documentId !== undefined) return { documentId: String(documentId), variables };
  if (document instanceof String) return { query: String(document), variables };
  const file = (document as { loc?: { source: { body: string } } }).loc?.source.body;
  const query = print?.(document) ?? file; // Printed if possible, as the file may have other operations as well.
  if (query !== undefined) return { query, variables };
  throw new TypeError(
    'Give createClient `print` of the package "graphql", to send parsed documents.',
  );
}
