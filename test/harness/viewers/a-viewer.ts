import { Credential } from '../../../src/access/credential.ts';
import type { Viewer } from '../../../src/access/identity.ts';

/** A viewer of the tier pro. */
export function aViewer(its: Partial<Viewer> = {}): Viewer {
  const token = { expiresAt: Number.POSITIVE_INFINITY, signedBy: 'key' };
  return { id: 'viewer', tier: 'pro', credential: new Credential('demo_pro'), ...token, ...its };
}
