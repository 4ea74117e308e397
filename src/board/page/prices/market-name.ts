/** What people call a market: `player_rbis` is `Player RBIs`. Made of the slug's words, as slugs are an open set. */
export function marketName(type: string): string {
  const words = type
    .split('_')
    .map((word) => SPOKEN[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What people say for some words of slugs: `total_points_odd_even` is `Total points odd or even`. */
const SPOKEN: Readonly<Record<string, string>> = {
  even: 'or even',
  outs: 'outs recorded',
  pitches: 'pitches thrown',
  rbis: 'RBIs',
  threes: 'three-pointers',
};
