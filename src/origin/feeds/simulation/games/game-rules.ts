/** How the games of a sport go. Play takes up the usual length of a game evenly: there are no breaks. */
export interface GameRules {
  readonly periods: number;
  /** In seconds of play. */
  readonly periodLength: number;
  /** The same of overtime, 0 where a game never comes to it; null where games may end in a tie. */
  readonly overtimeLength: number | null;
  /** Whether the first score of overtime ends the game. */
  readonly hasSuddenDeath?: boolean;
  /** A period is a set, which one side wins. Whoever has won so many has won the game. */
  readonly setsToWin?: number;
  readonly periodName: PeriodName;
  /** By default, overtime is counted on from the last period. */
  readonly overtimeName?: PeriodName;
  /** A clock that counts down, or what one that counts up shows at the start of each period, in seconds. */
  readonly clock: 'down' | readonly number[] | null;
  /** For sides that take turns: how long each is, and what reports call the side whose turn it is. */
  readonly turns?: { readonly seconds: number; readonly name: 'possession' | 'server' };
  /** Kinds of scores, with their shares of all scores, and what is published of them. None in sets. */
  readonly scores: readonly {
    readonly points: number;
    readonly share: number;
    readonly play?: string;
  }[];
  /** Whether books suspend their markets on a score; not where scores are too frequent for that. */
  readonly scoresSuspend: boolean;
  /** What is counted besides: averages of one side in a game. Books suspend their markets on red cards. */
  readonly counts?: Readonly<Record<string, number>>;
  /**
   * How often a side has more players than the other in an average game, and for how long on average unless a side
   * scores.
   */
  readonly powerPlays?: { readonly average: number; readonly seconds: number };
}

/** The name of a period and its abbreviation, in which `#` stands for its number and `#th` for "1st", "2nd" and so on. */
export type PeriodName = readonly [name: string, abbreviation: string];
