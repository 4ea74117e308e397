import type { Clock } from '../../../clock.ts';
import { NO_LIVE_REPORTS } from '../../games/live-reports.ts';
import { Board, type EventInfo } from '../../origin-board.ts';
import type { FeedProblem, PriceFeed } from '../price-feed.ts';
import { Numbering } from './books/selection-price.ts';
import { Contest } from './games/game-event.ts';
import { LEAGUES } from './games/leagues.ts';
import { Outright } from './games/outright-event.ts';
import { outrightSpecs } from './games/outright-specs.ts';
import { Rosters } from './games/rosters.ts';
import { type Fixture, Fixtures } from './games/schedule.ts';
import { Random } from './random.ts';
import { momentAt } from './tick.ts';

const STEP_MS = 1000;

/** After a stall, steps are made up for this many at a time, so that requests get their turn. */
const STEPS_AT_ONCE = 5;

/** Games; bets on seasons come on top. */
const GAMES = 136;
const LIVE_AT_START = 28;

export interface SimulationOptions {
  readonly clock: Clock;
  /** A whole number. The same seed and clock give the same board at every step. */
  readonly seed: number;
}

/**
 * Starts a market of 32 books on games in six sports that begin, are played and end, and on the
 * seasons of their large leagues. It moves in steps of one second, counted from the start.
 */
export function startSimulation({ clock, seed }: SimulationOptions): PriceFeed {
  const simulation = new Simulation(clock.now(), seed);
  const timer = clock.every(STEP_MS, () => simulation.catchUp(clock.now()));
  return {
    board: simulation.board,
    liveReports: { reports: (eventId) => simulation.reports(eventId) },
    onProblem: (listener) => simulation.onProblem(listener),
    stop: () => timer.cancel(),
  };
}

class Simulation {
  readonly board: Board;
  readonly #random: Random;
  readonly #fixtures: Fixtures;
  readonly #rosters: Rosters;
  readonly #numbering: Numbering;
  readonly #contests = new Map<string, Contest>();
  readonly #outrights = new Map<string, Outright>();
  readonly #problemListeners = new Set<(problem: FeedProblem) => void>();
  #at: number;
  #isBehind = false;

  constructor(startedAt: number, seed: number) {
    this.#at = startedAt;
    this.board = new Board(startedAt);
    this.#random = new Random(seed);
    this.#fixtures = new Fixtures(this.#random);
    this.#rosters = new Rosters(this.#random);
    this.#numbering = new Numbering(this.#random);
    const begun = [...LEAGUES, ...LEAGUES, ...LEAGUES]
      .slice(0, LIVE_AT_START)
      .map((league) => this.#fixtures.begun(league, startedAt, this.#random.between(0.02, 0.95)));
    const specs = outrightSpecs(startedAt, this.#rosters, this.#random);
    for (const spec of specs) {
      this.#outrights.set(spec.id, new Outright(spec, this.#numbering, this.#random));
    }
    this.#step(begun, [...this.#outrights.values()]);
  }

  reports(eventId: string) {
    return this.#contests.get(eventId)?.reports() ?? NO_LIVE_REPORTS.reports(eventId);
  }

  catchUp(now: number): void {
    for (let step = 0; step < STEPS_AT_ONCE && this.#at + STEP_MS <= now; step++) {
      this.#at += STEP_MS;
      this.#step([], []);
    }
    const wasBehind = this.#isBehind;
    this.#isBehind = this.#at + STEP_MS <= now;
    if (wasBehind || !this.#isBehind) return;
    const seconds = Math.floor((now - this.#at) / 1000);
    const message = `Prices are ${seconds} seconds behind, and catching up.`;
    for (const tell of this.#problemListeners) tell({ code: 'upstream_error', message });
  }

  /** A stall is the one problem that a simulation can have. */
  onProblem(listener: (problem: FeedProblem) => void): () => void {
    this.#problemListeners.add(listener);
    return () => this.#problemListeners.delete(listener);
  }

  /** One second passes for all events; ended ones leave, and new ones take their place. */
  #step(begun: readonly (Fixture | null)[], opened: readonly Outright[]): void {
    const moment = momentAt(this.#at, this.#random);
    const events: EventInfo[] = [];
    const endedEventIds: string[] = [];
    for (const open of [this.#contests, this.#outrights]) {
      for (const [id, event] of open) {
        const info = event.advance(moment);
        if (info !== null) events.push(info);
        if (event.isOver) {
          endedEventIds.push(id);
          open.delete(id);
        }
      }
    }
    for (const fixture of this.#openings(begun)) {
      const contest = new Contest(fixture, this.#at, this.#rosters, this.#numbering, this.#random);
      if (contest.isOver) continue;
      this.#contests.set(fixture.id, contest);
      events.push(contest.open(moment));
    }
    for (const outright of opened) events.push(outright.open(moment));
    const { upserts, removals } = moment;
    this.board.apply({ at: this.#at, events, upserts, removals, endedEventIds });
  }

  *#openings(begun: readonly (Fixture | null)[]): Generator<Fixture> {
    for (const fixture of begun) if (fixture !== null) yield fixture;
    while (this.#contests.size < GAMES) {
      const fixture = this.#fixtures.next(this.#at);
      if (fixture === null) return;
      yield fixture;
    }
  }
}
