/**
 * Returns a test of whether a key fits a mask. A mask shows a key's first and last characters; stars, bullets,
 * an ellipsis or at least two dots stand for those in between, in one group or several.
 */
export function maskMatcher(mask: string): (secret: string) => boolean {
  const parts = /^(?<first>.*?)(?:[*…•]|\.{2})(?:.*[*.…•])?(?<last>[^*.…•]*)$/u.exec(mask)?.groups;
  if (parts === undefined) return (secret) => secret === mask;
  const { first = '', last = '' } = parts;
  return (secret) =>
    secret.length >= first.length + last.length &&
    secret.startsWith(first) &&
    secret.endsWith(last);
}
