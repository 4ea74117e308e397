import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { CONTENT_CODINGS, type ContentCoding } from '../../execution/encoding/compressed-data.ts';

type Coding = ContentCoding | 'identity';

/** A negotiator, with an option that its types do not know: what decides between equal q-values. */
interface Encodings {
  encoding(
    available: readonly string[],
    options: { preferred: readonly Coding[] },
  ): string | undefined;
}

/** Negotiated codings by header, of which clients send few. */
const negotiated = new LRUCache<string, Coding>({ max: 100, maxSize: 64 * 2 ** 10 });

/** The coding that an `Accept-Encoding` header prefers; `identity` if there is none. */
export function preferredCoding(header: string | string[] | undefined): Coding {
  if (typeof header !== 'string') return 'identity';
  let coding = negotiated.get(header);
  if (coding === undefined) {
    coding = negotiate(header);
    negotiated.set(header, coding, { size: header.length + 1 });
  }
  return coding;
}

function negotiate(header: string): Coding {
  const available: readonly Coding[] = [...CONTENT_CODINGS, 'identity'];
  const negotiator: Encodings = new Negotiator({ headers: { 'accept-encoding': header } });
  const preferred = negotiator.encoding(available, { preferred: available });
  return available.find((coding) => coding === preferred) ?? 'identity';
}
