import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { CONTENT_CODINGS, type ContentCoding } from '../../execution/encoding/compressed-data.ts';
import { notAcceptable } from '../arrival/accept.ts';

export type Coding = ContentCoding | 'identity';

/** `Negotiator` with an option that its types lack: the order that decides between equal q-values. */
interface CodingNegotiator {
  encoding(
    available: readonly string[],
    options: { preferred: readonly Coding[] },
  ): string | undefined;
}

/** What an `Accept-Encoding` header says. */
interface AcceptedCodings {
  /** The coding that it prefers; `identity` if we support none of them. */
  readonly preferred: Coding;
  /** Whether a response without a coding is refused, as by `identity;q=0`. */
  readonly refusesIdentity: boolean;
}

const ACCEPTS_IDENTITY: AcceptedCodings = { preferred: 'identity', refusesIdentity: false };

/** How many entries of a header count: clients send a handful, and each one costs time. */
const ENTRIES_MAX = 50;

/** By `Accept-Encoding` header. Few different headers are in use. Sizes are in characters. */
const negotiated = new LRUCache<string, AcceptedCodings>({ max: 100, maxSize: 64 * 2 ** 10 });

export function acceptedCodings(header: string | string[] | undefined): AcceptedCodings {
  if (typeof header !== 'string') return ACCEPTS_IDENTITY;
  let accepted = negotiated.get(header);
  if (accepted === undefined) {
    accepted = negotiate(header.split(',', ENTRIES_MAX).join(','));
    negotiated.set(header, accepted, { size: header.length + 1 }); // The size must not be 0.
  }
  return accepted;
}

/** Throws 406 if an `Accept-Encoding` header refuses whatever we could send. */
export function requireCoding(header: string | string[] | undefined): void {
  const { preferred, refusesIdentity } = acceptedCodings(header);
  if (preferred !== 'identity' || !refusesIdentity) return;
  throw notAcceptable(`Accept one of the codings identity, ${CONTENT_CODINGS.join(', ')}.`);
}

function negotiate(header: string): AcceptedCodings {
  const available: readonly Coding[] = [...CONTENT_CODINGS, 'identity'];
  const negotiator: CodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const preferred = negotiator.encoding(available, { preferred: available });
  return {
    preferred: available.find((coding) => coding === preferred) ?? 'identity',
    refusesIdentity: negotiator.encoding(['identity'], { preferred: [] }) === undefined,
  };
}
