/** What people call a market: `player_rbis` is `Player RBIs`. The graph has slugs, which are an open set. */
export function marketName(type: string): string {
  const words = type
    .split('_')
    .map((word) => SPOKEN[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words of slugs that nobody would say like that. */
const SPOKEN: Readonly<Record<string, string>> = {
  even: 'or even',
  outs: 'outs recorded',
  pitches: 'pitches thrown',
  rbis: 'RBIs',
  threes: 'three-pointers',
};
