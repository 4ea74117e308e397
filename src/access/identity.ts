import type { Tier } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import type { Credential } from './credential.ts';

export interface Viewer {
  /** A hash of issuer and subject. Budgets and log lines use it; the subject itself is kept nowhere. */
  readonly id: string;
  /** The tier of the operator's key that serves the viewer. Never above the tier that the token states. */
  readonly tier: Tier;
  /** That key, which is sent upstream for this viewer. */
  readonly credential: Credential;
  /** When the token is no longer accepted, in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** The RFC 7638 thumbprint of the key that signed the token. */
  readonly signedBy: string;
}

/** Who sent a request. */
export interface Identity {
  /** The API key for requests to the odds service: the caller's own, or the operator's for a viewer. */
  readonly credential: Credential | null;
  /** Null for callers with an API key of their own. */
  readonly viewer: Viewer | null;
  /** Why the key or token was rejected; null if it was not. Thrown wherever a credential is required. */
  readonly refusal: OddsgraphError | null;
}

/** A caller without a credential, or with one that cannot be a key or token and is ignored. */
export const ANONYMOUS: Identity = { credential: null, viewer: null, refusal: null };

/** Tells whether upstream has accepted a key, and has not refused it since. */
export interface AcceptedKeys {
  isAccepted(credential: Credential | null): boolean;
}

/** What limits count by: the id of the viewer, or the hash of a key that upstream has accepted. All other callers share `''`. */
export function accountOf({ viewer, credential }: Identity, keys: AcceptedKeys): string {
  if (viewer !== null) return viewer.id;
  return credential !== null && keys.isAccepted(credential) ? credential.hash : '';
}

/** The identity of a caller with an API key of its own. */
export function accountIdentity(credential: Credential): Identity {
  return { credential, viewer: null, refusal: null };
}

export function viewerIdentity(viewer: Viewer): Identity {
  return { credential: viewer.credential, viewer, refusal: null };
}

/** The error of a caller without a credential, which says what this server accepts; no tokens if it has no viewers. */
export function credentialMissing(accepted: {
  readonly acceptsApiKeys: boolean;
  readonly viewers: object | null;
}): OddsgraphError {
  const { acceptsApiKeys, viewers } = accepted;
  const key =
    viewers === null
      ? 'an API key as "X-API-Key" or'
      : 'an API key as "X-API-Key", or a key or token as';
  const message = `Send ${acceptsApiKeys ? key : 'a token as'} "Authorization: Bearer".`;
  return new OddsgraphError('UNAUTHENTICATED', message);
}

/** The identity of a caller whose key or token was rejected. */
export function refusedIdentity(refusal: OddsgraphError): Identity {
  return { ...ANONYMOUS, refusal };
}
