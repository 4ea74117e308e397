/** A prompt that people choose: a task that several tools solve together. */
export interface PromptTemplate {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  /** The user's message to the model. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const HONESTY =
  'Say at what time the prices were current, what is missing for my tier, and that a price may have moved. ' +
  'Never promise a profit.';

export const PROMPTS: readonly PromptTemplate[] = [
  {
    name: 'find_value_tonight',
    title: 'Find value tonight',
    description: 'Looks for bets above their fair price in the games of tonight.',
    arguments: [
      { name: 'league', description: 'A league such as `nba`; all by default.', required: false },
      {
        name: 'sportsbooks',
        description: 'Where I can bet, separated by commas.',
        required: false,
      },
    ],
    text: ({ league, sportsbooks }) =>
      `Which bets on games of tonight${league ? ` in the league ${league}` : ''} are above their fair price` +
      `${sportsbooks ? ` at ${sportsbooks}` : ''}? Take best_prices for the games and opportunities for what is open ` +
      `now. List at most ten, the best first, each with sportsbook, price, fair price and expected value, and tell ` +
      `me which of them look too good to be true. ${HONESTY}`,
  },
  {
    name: 'review_my_bets',
    title: 'Review my bets',
    description: 'Compares bets that were placed with the closing prices.',
    arguments: [
      {
        name: 'bets',
        description: 'The bets, in any form: game, sportsbook, selection, line, price and when.',
        required: true,
      },
    ],
    text: ({ bets = '' }) =>
      `Did these bets beat the closing price? Find the id of each game with find_events, then ask ` +
      `closing_line_value for all bets at once. Show a table, and the average over those that can be compared; say of ` +
      `the others why not. ${HONESTY}\n\n${bets}`,
  },
  {
    name: 'watch_a_game',
    title: 'Watch a game',
    description: 'Score, prices and their movement in one game, told again when asked.',
    arguments: [
      { name: 'team', description: 'One of its teams, or a part of the name.', required: true },
    ],
    text: ({ team = '' }) =>
      `Tell me how the game of ${team} stands: the score with live_scores, the best prices with best_prices, and how ` +
      `the main line has moved with line_movement. When I say "again", tell me only what has changed. ${HONESTY}`,
  },
];
