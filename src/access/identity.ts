import type { Credential } from '../credential.ts';
import type { OddsgraphError } from '../errors.ts';
import type { Viewer } from './viewers/verified-viewer.ts';

/** Who sent a request. */
export interface Identity {
  /** The API key for requests to the odds service: the caller's own, or the operator's for a viewer. */
  readonly credential: Credential | null;
  /** The end user whose JWT came with the request; null for callers with an API key of their own. */
  readonly viewer: Viewer | null;
  /** Why the key or token was rejected; null if it was not. Thrown wherever a credential is required. */
  readonly refusal: OddsgraphError | null;
}

/** Neither a key nor a token came with the request. */
export const ANONYMOUS: Identity = { credential: null, viewer: null, refusal: null };

/** The identity of a caller with an API key of its own. */
export function accountIdentity(credential: Credential): Identity {
  return { credential, viewer: null, refusal: null };
}

export function viewerIdentity(viewer: Viewer): Identity {
  return { credential: viewer.credential, viewer, refusal: null };
}

/** The identity of a caller whose key or token was rejected. */
export function refusedIdentity(refusal: OddsgraphError): Identity {
  return { ...ANONYMOUS, refusal };
}
