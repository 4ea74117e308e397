import { browser, sha256 } from './browser.ts';

/**
 * The name by which tabs with the same rights at the same server find each other; null where tabs cannot. Tokens of one
 * user differ only in their times. Who has no credential may have a cookie, which nobody can compare.
 */
export async function groupName(url: string, credential: string | null): Promise<string | null> {
  const { document, navigator } = browser;
  if (!credential || !document || !navigator?.locks || !globalThis.crypto?.subtle) return null;
  const claims = claimsOf(credential);
  const rights = claims
    ? JSON.stringify({ ...claims, iat: 0, exp: 0, nbf: 0, jti: 0 })
    : credential;
  return `oddsgraph ${await sha256(`${url} ${rights}`)}`;
}

/** When a token expires, in milliseconds since the Unix epoch; null if the credential is no token. */
export function expiryOf(credential: string | null): number | null {
  const claims = claimsOf(credential ?? '');
  return claims && Number(claims['exp'] ?? 0) * 1_000;
}

/** What a token says; null if it is an API key. */
function claimsOf(credential: string): Record<string, unknown> | null {
  try {
    const [, payload = ''] = credential.split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return claims instanceof Object ? claims : null;
  } catch {
    return null;
  }
}
