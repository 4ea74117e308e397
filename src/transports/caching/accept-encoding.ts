import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { CONTENT_CODINGS, type ContentCoding } from '../../execution/encoding/compressed-data.ts';

type Coding = ContentCoding | 'identity';

/** `Negotiator` with an option that its types lack: the order that decides between equal q-values. */
interface CodingNegotiator {
  encoding(
    available: readonly string[],
    options: { preferred: readonly Coding[] },
  ): string | undefined;
}

/** Negotiated codings by `Accept-Encoding` header. Few different headers are in use. Sizes are in characters. */
const negotiated = new LRUCache<string, Coding>({ max: 100, maxSize: 64 * 2 ** 10 });

/** The content coding that an `Accept-Encoding` header prefers; `identity` if we support none of them. */
export function preferredCoding(header: string | string[] | undefined): Coding {
  if (typeof header !== 'string') return 'identity';
  let coding = negotiated.get(header);
  if (coding === undefined) {
    coding = negotiate(header);
    negotiated.set(header, coding, { size: header.length + 1 }); // The size must not be 0.
  }
  return coding;
}

function negotiate(header: string): Coding {
  const available: readonly Coding[] = [...CONTENT_CODINGS, 'identity'];
  const negotiator: CodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const preferred = negotiator.encoding(available, { preferred: available });
  return available.find((coding) => coding === preferred) ?? 'identity';
}
