/**
 * The form in which slugs are compared: the case of sports, leagues, sportsbooks and markets does not
 * matter. The service writes them in lower case, but not every board does.
 */
export function slugOf(text: string): string {
  return text.toLowerCase();
}

/** A list of slugs in the form in which they are compared, without duplicates. */
export function slugsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map(slugOf))];
}
