import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Documents } from './documents.ts';

/** What `@graphql-codegen/client-preset` and Relay write: the texts of documents by id. */
const TextsById = Type.Record(Type.String(), Type.String());

/** What Apollo's `generate-persisted-query-manifest` writes. */
const ApolloManifest = Type.Object({
  format: Type.Literal('apollo-persisted-query-manifest'),
  version: Type.Literal(1),
  operations: Type.Array(
    Type.Object({
      id: Type.String(),
      body: Type.String(),
      title: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
    }),
  ),
});

/**
 * A query that agents may call as a tool. The manifest gives it a title and a description, or its document has a
 * description of its own.
 */
interface TrustedTool {
  readonly text: string;
  readonly title?: string;
  readonly description?: string;
}

/** A manifest that cannot be used. The message says why. */
export class ManifestError extends Error {}

/**
 * The documents that an operator has published for its frontends. Clients cannot add to them, as they could with APQ.
 */
export class TrustedDocuments {
  readonly tools: readonly TrustedTool[];
  readonly #texts: ReadonlyMap<string, string>;
  readonly #trusted: ReadonlySet<string>;

  /** `texts` are documents by the ids that the manifest gives them. */
  constructor(
    texts: Iterable<readonly [id: string, text: string]>,
    tools: readonly TrustedTool[] = [],
  ) {
    this.tools = tools;
    const byId = new Map(texts);
    this.#trusted = new Set(byId.values());
    // Clients of APQ ask by hash, whatever ids the manifest uses.
    for (const text of this.#trusted) byId.set(sha256(text), text);
    this.#texts = byId;
  }

  /**
   * Reads a manifest of codegen, Relay or Apollo, each of whose documents must be valid for `documents`. Throws
   * `ManifestError`.
   */
  static read(path: string, documents: Documents): TrustedDocuments {
    const manifest = parsedFile(path);
    const entries = entriesOf(manifest);
    for (const [id, text] of entries) {
      const problem = documents.problemOf(text);
      if (problem !== null)
        throw new ManifestError(`its document "${id}" is not valid: ${problem}`);
    }
    return new TrustedDocuments(entries, [...ownTools(entries), ...toolsOf(manifest)]);
  }

  /** A new collection of these documents and of `texts`. */
  with(texts: Iterable<readonly [id: string, text: string]>): TrustedDocuments {
    return new TrustedDocuments([...this.#texts, ...texts], this.tools);
  }

  get size(): number {
    return this.#trusted.size;
  }

  /** The text of a document by the manifest's id or by its SHA-256 hash, with or without `sha256:`. */
  find(id: string): string | undefined {
    return this.#texts.get(id) ?? this.#texts.get(id.replace(/^sha256:/, ''));
  }

  /** Whether a document is one of them, word for word. */
  includes(text: string): boolean {
    return this.#trusted.has(text);
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function parsedFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ManifestError((error as Error).message);
  }
}

function entriesOf(manifest: unknown): (readonly [string, string])[] {
  if (Value.Check(ApolloManifest, manifest)) {
    return manifest.operations.map(({ id, body }) => [id, body]);
  }
  if (Value.Check(TextsById, manifest)) return Object.entries(manifest);
  throw new ManifestError('It is neither a map of texts by id nor an Apollo manifest.');
}

/** Queries with a description of their own. */
function ownTools(entries: readonly (readonly [string, string])[]): TrustedTool[] {
  return entries.flatMap(([, text]) => (namedQuery(text)?.description ? [{ text }] : []));
}

function toolsOf(manifest: unknown): TrustedTool[] {
  if (!Value.Check(ApolloManifest, manifest)) return [];
  return manifest.operations.flatMap(({ id, body: text, title, description }) => {
    if (!title || !description) return [];
    if (namedQuery(text) !== null) return [{ text, title, description }];
    throw new ManifestError(`its document "${id}" is not valid: A tool is one query with a name.`);
  });
}

/** The operation of a valid document, if it is one query with a name; null otherwise. */
function namedQuery(text: string): OperationDefinitionNode | null {
  const operation = getOperationAST(parse(text));
  return operation?.operation === 'query' && operation.name !== undefined ? operation : null;
}
