/**
 * The form in which slugs are compared. A slug names a sport, league, sportsbook or market; its case does not
 * matter. The odds service writes slugs in lower case, but recordings of odds do not always.
 */
export function slugOf(text: string): string {
  return text.toLowerCase();
}

/** A list of slugs in the form in which they are compared, without duplicates. */
export function slugsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map(slugOf))];
}
