import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';

/** What `@graphql-codegen/client-preset` and Relay write: the texts of documents by id. */
const TextsById = Type.Record(Type.String(), Type.String());

/** What Apollo's `generate-persisted-query-manifest` writes. */
const ApolloManifest = Type.Object({
  format: Type.Literal('apollo-persisted-query-manifest'),
  version: Type.Literal(1),
  operations: Type.Array(Type.Object({ id: Type.String(), body: Type.String() })),
});

/** A manifest that cannot be used. The message says why. */
export class ManifestError extends Error {}

/**
 * The documents that an operator has published for its frontends. Clients cannot add to them, as they could
 * with automatic persisted queries (APQ).
 */
export class TrustedDocuments {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #trusted: ReadonlySet<string>;

  /** `texts` are documents by the ids that the manifest gives them. */
  constructor(texts: Iterable<readonly [id: string, text: string]>) {
    const byId = new Map(texts);
    this.#trusted = new Set(byId.values());
    // Clients of APQ ask by hash, whatever ids the manifest uses.
    for (const text of this.#trusted) byId.set(sha256(text), text);
    this.#texts = byId;
  }

  /** Reads a manifest of codegen, Relay or Apollo. Throws `ManifestError`. */
  static read(path: string): TrustedDocuments {
    return new TrustedDocuments(entriesOf(parsedFile(path)));
  }

  /** A new collection of these documents and of `texts`. */
  with(texts: Iterable<readonly [id: string, text: string]>): TrustedDocuments {
    return new TrustedDocuments([...this.#texts, ...texts]);
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
