import type { DEPTHS } from '../books/market-coverage.ts';
import type { Random } from '../random.ts';
import { LEAGUES, type League } from './leagues.ts';

/** Two sides that are to meet. */
export interface Fixture {
  /** Readable, and unique over the whole run. */
  readonly id: string;
  readonly league: League;
  readonly home: string;
  readonly away: string;
  /** How much books make of it. */
  readonly depth: keyof typeof DEPTHS;
  /** Milliseconds since the Unix epoch. */
  readonly startsAt: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A side rests at least this long between two starts. */
const REST = 8 * HOUR;

/** How long fixtures are remembered after their start, so that no id comes twice. */
const MEMORY = 36 * HOUR;

/** Of so many games of large leagues one is a marquee game. */
const MARQUEE_EVERY = 7;

/** How many random pairs are tried for one start. */
const ATTEMPTS = 100;

/** Near events follow one another at this distance; so many are open before they begin. */
const NEAR_GAP = 5 * MINUTE;
const NEAR_COUNT = 60;
const NEAR_HORIZON = (NEAR_COUNT + 12) * NEAR_GAP;

/** Decides who meets, and when. */
export class Fixtures {
  readonly #random: Random;
  #made: Fixture[] = [];
  #madeInLarge = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A fixture of the league that began before `now`, by a `share` of its usual length. */
  begun(league: League, now: number, share: number): Fixture | null {
    const ago = share * league.sport.minutes * MINUTE;
    return this.#make(now, Math.floor((now - ago) / NEAR_GAP) * NEAR_GAP, [league]);
  }

  /**
   * The next fixture after `now`: soon while few begin soon, else some days ahead. Null where
   * no two sides are free.
   */
  next(now: number): Fixture | null {
    const near = this.#made
      .map(({ startsAt }) => startsAt)
      .filter((startsAt) => startsAt > now && startsAt <= now + NEAR_HORIZON);
    const last = near.length === 0 ? now : Math.max(...near);
    const soon = Math.floor(last / NEAR_GAP + 1) * NEAR_GAP;
    return this.#make(now, near.length < NEAR_COUNT ? soon : this.#someDaysAfter(now), LEAGUES);
  }

  #someDaysAfter(now: number): number {
    const day = Math.floor(now / (24 * HOUR)) + this.#random.whole(2, 6);
    return day * 24 * HOUR + this.#random.whole(15, 26) * HOUR;
  }

  #make(now: number, startsAt: number, leagues: readonly League[]): Fixture | null {
    this.#made = this.#made.filter((made) => made.startsAt > now - MEMORY);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const league = this.#random.pick(leagues);
      const home = this.#random.pick(league.teams);
      const away = this.#random.pick(league.teams);
      const id = eventId(league, home, away, startsAt);
      if (home === away || this.#made.some((made) => made.id === id)) continue;
      if (!this.#isFree(league, home, startsAt) || !this.#isFree(league, away, startsAt)) continue;
      const fixture = { id, league, home, away, startsAt, depth: this.#depthIn(league) };
      this.#made.push(fixture);
      return fixture;
    }
    return null;
  }

  #depthIn({ isLarge }: League): Fixture['depth'] {
    if (!isLarge) return 'small';
    return ++this.#madeInLarge % MARQUEE_EVERY === 0 ? 'marquee' : 'regular';
  }

  #isFree(league: League, team: string, startsAt: number): boolean {
    return !this.#made.some(
      (made) =>
        made.league === league &&
        (made.home === team || made.away === team) &&
        Math.abs(made.startsAt - startsAt) < REST,
    );
  }
}

function eventId(league: League, home: string, away: string, startsAt: number): string {
  const date = new Date(startsAt).toISOString().slice(0, 10);
  return `${league.id}_${slug(home)}_${slug(away)}_${date}`;
}

function slug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}
