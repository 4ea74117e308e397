/**
 * Tests whether a key fits a mask: its first and last characters around stars, bullets, an ellipsis
 * or at least two dots, in one group or several.
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
