import type { Prominence } from '../markets/market-groups.ts';
import type { Random } from '../random.ts';
import { LEAGUES, type League } from './leagues.ts';

/** A game that has been scheduled. */
export interface Fixture {
  /** Readable, and unique over the whole run. */
  readonly id: string;
  readonly league: League;
  readonly home: string;
  readonly away: string;
  readonly prominence: Prominence;
  /** Milliseconds since the Unix epoch. */
  readonly startsAt: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The least time between the starts of two games of one team. */
const MIN_TIME_BETWEEN_STARTS = 8 * HOUR;

/** How long fixtures are remembered after their start, so that no id is used twice. */
const MEMORY = 36 * HOUR;

/** One in this many games of large leagues is a marquee game, on which books offer the most markets. */
const MARQUEE_EVERY = 7;

/** How many random pairs of teams are tried for one start time. */
const ATTEMPTS = 100;

/** The distance between the starts of upcoming games, and at how many of the next such times one starts. */
const UPCOMING_INTERVAL = 5 * MINUTE;
const UPCOMING_COUNT = 60;

/** Decides who plays whom, and when. */
export class Schedule {
  readonly #random: Random;
  #fixtures: Fixture[] = [];
  #largeLeagueGames = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * A game that began so long before `now` that this share of its usual length has passed, or up to five minutes later.
   * Null if no two teams of the league are free.
   */
  started(league: League, now: number, share: number): Fixture | null {
    const ago = share * league.sport.minutes * MINUTE;
    const startsAt = Math.ceil((now - ago) / UPCOMING_INTERVAL) * UPCOMING_INTERVAL;
    return this.#schedule(now, startsAt, [league]);
  }

  /** A game after `now`: at the first free time of the next five hours, else some days ahead. Null if no two teams are free. */
  next(now: number): Fixture | null {
    const taken = new Set(this.#fixtures.map(({ startsAt }) => startsAt));
    const first = Math.floor(now / UPCOMING_INTERVAL) + 1;
    const times = Array.from({ length: UPCOMING_COUNT }, (_, n) => (first + n) * UPCOMING_INTERVAL);
    const soon = times.find((at) => !taken.has(at));
    return this.#schedule(now, soon ?? this.#daysAfter(now), LEAGUES);
  }

  /** At a full hour from 15:00 UTC on a day two to six days ahead to 02:00 UTC on the day after. */
  #daysAfter(now: number): number {
    const day = Math.floor(now / (24 * HOUR)) + this.#random.integer(2, 6);
    return day * 24 * HOUR + this.#random.integer(15, 26) * HOUR;
  }

  #schedule(now: number, startsAt: number, leagues: readonly League[]): Fixture | null {
    this.#fixtures = this.#fixtures.filter((fixture) => fixture.startsAt > now - MEMORY);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const league = this.#random.pick(leagues);
      const home = this.#random.pick(league.teams);
      const away = this.#random.pick(league.teams);
      const id = eventId(league, home, away, startsAt);
      if (home === away || this.#fixtures.some((fixture) => fixture.id === id)) continue;
      if (!this.#isFree(league, home, startsAt) || !this.#isFree(league, away, startsAt)) continue;
      const fixture = { id, league, home, away, startsAt, prominence: this.#prominenceIn(league) };
      this.#fixtures.push(fixture);
      return fixture;
    }
    return null;
  }

  #prominenceIn({ isLarge }: League): Prominence {
    if (!isLarge) return 'small';
    return ++this.#largeLeagueGames % MARQUEE_EVERY === 0 ? 'marquee' : 'regular';
  }

  #isFree(league: League, team: string, startsAt: number): boolean {
    return !this.#fixtures.some(
      (fixture) =>
        fixture.league === league &&
        (fixture.home === team || fixture.away === team) &&
        Math.abs(fixture.startsAt - startsAt) < MIN_TIME_BETWEEN_STARTS,
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
