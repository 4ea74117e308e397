import type { Passage } from '../model/model-store.ts';

/** How long a command may be on its way in a connection that is already given up. */
const LATEST_MS = 8_000;

/** How the way from one process to Redis is. */
export class Network {
  isCut = false;
  isSlow = false;
  /** Commands whose answers get lost. */
  lostAnswers = 0;
  /** Commands that Redis runs long after their caller has given up. */
  lateCommands = 0;
  readonly #between: (least: number, most: number) => number;

  /** `between` draws a whole number. */
  constructor(between: (least: number, most: number) => number) {
    this.#between = between;
  }

  mend(): void {
    this.isCut = false;
    this.isSlow = false;
    this.lostAnswers = 0;
    this.lateCommands = 0;
  }

  /** What becomes of the next command. */
  passage(): Passage {
    const longest = this.isSlow ? 1_200 : 5;
    const passage = {
      thereMs: this.#between(1, longest),
      backMs: this.#between(1, longest),
      failMs: this.#between(10, 2_000),
    };
    if (this.isCut) return { ...passage, lost: 'there' };
    if (this.lateCommands > 0) {
      this.lateCommands -= 1;
      return { ...passage, thereMs: this.#between(1, LATEST_MS), lost: 'back' };
    }
    if (this.lostAnswers === 0) return { ...passage, lost: 'nowhere' };
    this.lostAnswers -= 1;
    return { ...passage, lost: 'back' };
  }
}
