import { getHeapStatistics } from 'node:v8';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { documentBytes } from './document-weight.ts';

export interface DocumentLimits {
  /** Bytes of documents that callers with known keys have executed. */
  readonly kept: number;
  /** Bytes of all others. */
  readonly others: number;
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit;
const LIMITS: DocumentLimits = { kept: HEAP_BYTES / 32, others: HEAP_BYTES / 512 };

/**
 * Valid documents by a key, such as their text. Whoever sends one has it held in a small part of the
 * cache; once somebody with a known key has executed it, it moves to the large one. So callers
 * without a key displace nothing but each other's. The least used go when a part is full.
 */
export class DocumentCache {
  readonly #kept: LRUCache<string, DocumentNode>;
  readonly #others: LRUCache<string, DocumentNode>;
  readonly #keys = new WeakMap<DocumentNode, string>();

  constructor({ kept, others }: DocumentLimits = LIMITS) {
    this.#kept = new LRUCache({ maxSize: kept, sizeCalculation });
    this.#others = new LRUCache({ maxSize: others, sizeCalculation });
  }

  /** Bytes of all documents that are held, about. */
  get bytes(): number {
    return this.#kept.calculatedSize + this.#others.calculatedSize;
  }

  get(key: string): DocumentNode | undefined {
    return this.#kept.get(key) ?? this.#others.get(key);
  }

  add(key: string, document: DocumentNode): void {
    this.#keys.set(document, key);
    this.#others.set(key, document);
  }

  /** Holds on to a document that somebody with a known key has executed. */
  keep(document: DocumentNode): void {
    const key = this.#keys.get(document);
    if (key === undefined || this.#kept.has(key)) return;
    this.#others.delete(key);
    this.#kept.set(key, document);
  }
}

function sizeCalculation(document: DocumentNode, key: string): number {
  return documentBytes(document) + key.length;
}
