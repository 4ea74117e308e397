/**
 * A slug as slugs are compared: those of sports, leagues, sportsbooks and markets are told apart
 * without regard to case. The service writes them in lower case, and not every board does.
 */
export function slugOf(text: string): string {
  return text.toLowerCase();
}

/** A list of slugs as they are compared, each once. */
export function slugsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map(slugOf))];
}
