import Negotiator from 'negotiator';

/** The content codings of responses. */
type Coding = 'gzip' | 'identity';

const CODINGS: Coding[] = ['gzip', 'identity'];

/** How many entries of a header count: clients send a handful, and each one costs time. */
const ENTRIES_MAX = 50;

/** The coding that an `Accept-Encoding` header prefers; `identity` even if it refuses that. */
export function preferredCoding(header: string | string[] | undefined): Coding {
  if (typeof header !== 'string') return 'identity';
  const headers = { 'accept-encoding': header.split(',', ENTRIES_MAX).join(',') };
  return new Negotiator({ headers }).encoding(CODINGS) === 'gzip' ? 'gzip' : 'identity';
}
