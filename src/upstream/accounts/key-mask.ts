/**
 * A test for whether a key fits a masked form, in which the first and the last characters stand
 * around a run of dots, stars or an ellipsis.
 */
export function maskMatcher(mask: string): (secret: string) => boolean {
  const parts = /^(?<first>.*?)(?:\*+|\.{2,}|…|•+)(?<last>[^*.…•]*)$/u.exec(mask)?.groups;
  if (parts === undefined) return (secret) => secret === mask;
  const { first = '', last = '' } = parts;
  return (secret) =>
    secret.length >= first.length + last.length &&
    secret.startsWith(first) &&
    secret.endsWith(last);
}
