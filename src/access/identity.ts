import type { Credential } from '../credential.ts';
import type { OddsgraphError } from '../errors.ts';
import type { Viewer } from './viewers/verified-viewer.ts';

/** Who sent a request. */
export interface Identity {
  /** The API key that upstream is asked with: the caller's own, or the operator's for a viewer. */
  readonly credential: Credential | null;
  /** The viewer whose token came with the request; null for callers with a key of their own. */
  readonly viewer: Viewer | null;
  /** Why what came with the request was not accepted. Everything that needs a credential throws it. */
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
