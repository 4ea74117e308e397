/** Whether `If-None-Match` names this entity tag: RFC 9110 compares them as weak ones. */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = withoutWeakness(etag);
  return ifNoneMatch
    .split(',')
    .map((held) => held.trim())
    .some((held) => held === '*' || withoutWeakness(held) === opaque);
}

function withoutWeakness(etag: string): string {
  return etag.replace(/^W\//, '');
}
