import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** The content codings of responses. */
export type Coding = 'gzip' | 'identity';

const CODINGS: Coding[] = ['gzip', 'identity'];

/** How many entries of a header count: clients send a handful, and each one costs time. */
const ENTRIES_MAX = 50;

/** By `Accept-Encoding` header. Few different headers are in use. Sizes are in characters. */
const negotiated = new LRUCache<string, Coding>({ max: 100, maxSize: 64 * 2 ** 10 });

/** The coding that an `Accept-Encoding` header prefers; `identity` even if it refuses that. */
export function preferredCoding(header: string | string[] | undefined): Coding {
  if (typeof header !== 'string') return 'identity';
  let coding = negotiated.get(header);
  if (coding === undefined) {
    const headers = { 'accept-encoding': header.split(',', ENTRIES_MAX).join(',') };
    coding = new Negotiator({ headers }).encoding(CODINGS) === 'gzip' ? 'gzip' : 'identity';
    negotiated.set(header, coding, { size: header.length + 1 }); // The size must not be 0.
  }
  return coding;
}
