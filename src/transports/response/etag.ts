/** Whether `If-None-Match` contains this entity tag, by the weak comparison of RFC 9110. */
export function matchesAny(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = opaqueTag(etag);
  return ifNoneMatch
    .split(',')
    .map((candidate) => candidate.trim())
    .some((candidate) => candidate === '*' || opaqueTag(candidate) === opaque);
}

/** The tag without the prefix of weak tags. */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}
