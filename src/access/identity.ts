import type { Credential } from '../credential.ts';
import type { OddsgraphError } from '../errors.ts';
import type { Viewer } from './viewers/verified-viewer.ts';

/** Who sent a request. */
export interface Identity {
  /** The API key used for upstream requests: the caller's own, or the operator's for a viewer. */
  readonly credential: Credential | null;
  /** The viewer whose token came with the request; null for callers with a key of their own. */
  readonly viewer: Viewer | null;
  /** Why the credential was rejected. Thrown wherever one is required. */
  readonly refusal: OddsgraphError | null;
}

/** Neither a key nor a token came with the request. */
export const ANONYMOUS: Identity = { credential: null, viewer: null, refusal: null };

export function accountIdentity(credential: Credential): Identity {
  return { credential, viewer: null, refusal: null };
}

export function viewerIdentity(viewer: Viewer): Identity {
  return { credential: viewer.credential, viewer, refusal: null };
}

export function refusedIdentity(refusal: OddsgraphError): Identity {
  return { ...ANONYMOUS, refusal };
}
