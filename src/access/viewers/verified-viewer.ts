import type { Tier } from '../../contract/tiers.ts';
import type { Credential } from '../../credential.ts';

/** An end user of this server's operator, authenticated by a JWT and served with one of the operator's API keys. */
export interface Viewer {
  /** A hash of issuer and subject. Budgets and log lines use it; the subject itself is kept nowhere. */
  readonly id: string;
  /** The tier (subscription plan) that the operator sells with that key. Never above the tier that the token states. */
  readonly tier: Tier;
  /** The operator's API key that is sent upstream for this viewer. */
  readonly credential: Credential;
  /** When the token is no longer accepted, in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** The RFC 7638 thumbprint of the key that signed the token. */
  readonly signedBy: string;
}
