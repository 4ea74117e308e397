import { getHeapStatistics } from 'node:v8';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { documentBytes } from './document-weight.ts';

export interface DocumentLimits {
  /** Bytes of documents that callers whose API keys upstream accepts have executed. */
  readonly accepted: number;
  /** Bytes of all others. */
  readonly others: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const LIMITS: DocumentLimits = { accepted: HEAP_BYTES / 32, others: HEAP_BYTES / 512 };

/**
 * Valid documents by a key, such as their text. A document starts in a small part of the cache and moves to the large
 * one when a caller whose API key upstream accepts executes it. All other callers only evict each other's documents.
 * Each part evicts the least recently used when it is full.
 */
export class DocumentCache {
  readonly #accepted: LRUCache<string, DocumentNode>;
  readonly #others: LRUCache<string, DocumentNode>;
  /** The key under which each document was added. */
  readonly #keys = new WeakMap<DocumentNode, string>();

  constructor({ accepted, others }: DocumentLimits = LIMITS) {
    this.#accepted = new LRUCache({ maxSize: accepted, sizeCalculation });
    this.#others = new LRUCache({ maxSize: others, sizeCalculation });
  }

  /** Bytes of all cached documents, roughly. */
  get bytes(): number {
    return this.#accepted.calculatedSize + this.#others.calculatedSize;
  }

  get(key: string): DocumentNode | undefined {
    return this.#accepted.get(key) ?? this.#others.get(key);
  }

  add(key: string, document: DocumentNode): void {
    this.#keys.set(document, key);
    this.#others.set(key, document);
  }

  /** Moves a document to the large part, since a caller whose API key upstream accepts has executed it. */
  promote(document: DocumentNode): void {
    const key = this.#keys.get(document);
    if (key === undefined || this.#accepted.has(key)) return;
    this.#others.delete(key);
    this.#accepted.set(key, document);
  }
}

function sizeCalculation(document: DocumentNode, key: string): number {
  return documentBytes(document) + key.length;
}
