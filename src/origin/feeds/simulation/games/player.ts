import type { Side } from '../../../games/live-reports.ts';
import type { Random } from '../random.ts';
import type { Outlook } from '../score-models/score-model.ts';

/** Something that is counted of each player. */
export interface Statistic {
  readonly name: string;
  /** The average of a side's last player and of its best one, who stands out. */
  readonly average: readonly [number, number];
  /** Standard deviation of one game's figure, over the root of its average: 1 where it is Poisson. */
  readonly spread: number;
  /** Whether the average is a share of what the side scores. */
  readonly isShareOfScore: boolean;
  /** The places in the side of those that it is counted of. */
  readonly places: readonly [from: number, to: number];
}

/** How far a player's average strays from that of his place. */
const STRAYS: readonly [number, number] = [0.8, 1.2];

/** A player in one game. */
export class Player {
  readonly name: string;
  readonly side: Side;
  readonly place: number;
  readonly #placeCount: number;
  readonly #random: Random;
  readonly #averages = new Map<string, number>();
  /** How much better than usual he is, which moves with the news. */
  form = 1;

  constructor(name: string, side: Side, place: number, placeCount: number, random: Random) {
    this.name = name;
    this.side = side;
    this.place = place;
    this.#placeCount = placeCount;
    this.#random = random;
  }

  isCountedOf({ places: [from, to] }: Statistic): boolean {
    return from <= this.place && this.place <= to;
  }

  /** What he is expected to reach. */
  mean(statistic: Statistic, outlook: Outlook): number {
    const average = this.#averages.get(statistic.name) ?? this.#draw(statistic);
    return this.form * average * (statistic.isShareOfScore ? outlook.expected[this.side] : 1);
  }

  #draw({ name, average: [least, most], places: [from, to] }: Statistic): number {
    const last = Math.min(to, this.#placeCount - 1);
    const fall = last === from ? 0 : (this.place - from) / (last - from);
    const average = (least + (most - least) * (1 - fall) ** 2) * this.#random.between(...STRAYS);
    this.#averages.set(name, average);
    return average;
  }
}
