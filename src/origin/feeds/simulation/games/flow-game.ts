import type { Side } from '../../../games/live-reports.ts';
import { SIDES } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Rating } from '../scores/scores.ts';
import { ClockGame, type ClockGameRules } from './clock-game.ts';
import { expectedOf, type GameStatus } from './game.ts';

/** Power plays: a side has more players than the other for some time, or until it scores. */
export interface PowerPlayRules {
  /** Penalties in an average game, both sides together. */
  readonly penalties: number;
  readonly seconds: number;
  /** Multiplies the side's scoring rate. */
  readonly factor: number;
}

export interface FlowRules extends ClockGameRules {
  /** The least number of goals that a side is expected to score, however large the margin. */
  readonly minGoals: number;
  /** What is counted besides goals: averages of one side in a game. Books suspend their markets on red cards. */
  readonly counts: Readonly<Partial<Record<'corners' | 'yellowCards' | 'redCards', number>>>;
  readonly powerPlay?: PowerPlayRules;
}

/** A game in which either side may score at any time, such as soccer and hockey. */
export class FlowGame extends ClockGame {
  readonly #rules: FlowRules;
  readonly #seconds: number;
  /** By how much power plays raise a side's goals in an average game. */
  readonly #powerPlayEffect: number = 1;
  readonly #counts: Record<string, number> = {};
  #powerPlay: Side | null = null;
  #penaltySecondsLeft = 0;

  constructor(rules: FlowRules, random: Random) {
    super(rules, random);
    this.#rules = rules;
    this.#seconds = rules.time.periods * rules.time.periodSeconds;
    const { powerPlay } = rules;
    if (powerPlay !== undefined) {
      const share = ((powerPlay.penalties / 2) * powerPlay.seconds) / this.#seconds;
      this.#powerPlayEffect = 1 + (powerPlay.factor - 1) * share;
    }
    for (const name of Object.keys(rules.counts)) {
      for (const side of SIDES) this.#counts[countName(name, side)] = 0;
    }
  }

  protected override play(rating: Readonly<Rating>): boolean {
    this.#advancePowerPlay();
    let suspendsMarkets = false;
    for (const side of SIDES) {
      for (const [name, average] of Object.entries(this.#rules.counts)) {
        if (!this.#happens(average)) continue;
        const field = countName(name, side);
        this.#counts[field] = (this.#counts[field] ?? 0) + 1;
        suspendsMarkets ||= name === 'redCards';
      }
      if (this.#happens(this.#goalsOf(side, rating))) {
        this.score[side]++;
        this.#penaltySecondsLeft = 0;
        this.#powerPlay = null;
        suspendsMarkets = true;
      }
    }
    return suspendsMarkets;
  }

  protected override details(): Partial<GameStatus> {
    return {
      ...this.#counts,
      ...(this.#rules.powerPlay !== undefined && { powerPlay: this.#powerPlay }),
    };
  }

  #advancePowerPlay(): void {
    const { powerPlay } = this.#rules;
    if (powerPlay === undefined) return;
    if (this.#penaltySecondsLeft > 0 && --this.#penaltySecondsLeft === 0) this.#powerPlay = null;
    if (!this.#happens(powerPlay.penalties)) return;
    this.#powerPlay = this.random.pick(SIDES);
    this.#penaltySecondsLeft = powerPlay.seconds;
  }

  #goalsOf(side: Side, rating: Readonly<Rating>): number {
    const factor = this.#powerPlay === side ? (this.#rules.powerPlay?.factor ?? 1) : 1;
    const goals = Math.max(this.#rules.minGoals, expectedOf(side, rating));
    return (factor * goals) / this.#powerPlayEffect;
  }

  /** Whether something happens in this second that happens so often in an average game. */
  #happens(averageInGame: number): boolean {
    return this.random.chance(averageInGame / this.#seconds);
  }
}

/** The name of a count in the reports of books, such as `cornersHome`. */
function countName(name: string, side: Side): string {
  return `${name}${side === 'home' ? 'Home' : 'Away'}`;
}
