import type { Clock } from '../../../clock.ts';
import { NO_LIVE_REPORTS } from '../../games/live-reports.ts';
import { Board, type EventInfo } from '../../origin-board.ts';
import type { FeedProblem, PriceFeed } from '../price-feed.ts';
import { PriceIds } from './books/price-ids.ts';
import { GameEvent } from './games/game-event.ts';
import { LEAGUES } from './games/leagues.ts';
import { OutrightEvent } from './games/outright-event.ts';
import { outrightSpecs } from './games/outright-specs.ts';
import { Rosters } from './games/rosters.ts';
import { type Fixture, Schedule } from './games/schedule.ts';
import { Random } from './random.ts';
import { startTick, type Tick } from './tick.ts';

const TICK_MS = 1000;

/** How many overdue ticks run in a row after a stall, so that requests are served in between. */
const MAX_TICKS_AT_ONCE = 5;

/** Games on which prices are offered at any time: about as many as at the real odds service. */
const GAMES = 136;
/** At most this many of them are in play when the simulation starts. */
const LIVE_AT_START = 28;

export interface SimulationOptions {
  readonly clock: Clock;
  /** A whole number. The same seed and clock give the same events and prices at every tick. */
  readonly seed: number;
  /** Games on which prices are offered at any time, besides the outrights. */
  readonly games?: number;
}

/**
 * Starts 32 simulated books that price games in six sports, and outrights on the seasons of large leagues.
 * Games begin, are played and end. The simulation advances in ticks of one second from its start.
 */
export function startSimulation({ clock, seed, games = GAMES }: SimulationOptions): PriceFeed {
  const simulation = new Simulation(clock.now(), seed, games);
  const timer = clock.every(TICK_MS, () => simulation.catchUp(clock.now()));
  return {
    board: simulation.board,
    liveReports: { reports: (eventId) => simulation.reports(eventId) },
    onProblem: (listener) => simulation.onProblem(listener),
    stop: () => timer.cancel(),
  };
}

class Simulation {
  readonly board: Board;
  readonly #gamesMax: number;
  readonly #random: Random;
  readonly #schedule: Schedule;
  readonly #rosters: Rosters;
  readonly #priceIds: PriceIds;
  readonly #games = new Map<string, GameEvent>();
  readonly #outrights = new Map<string, OutrightEvent>();
  readonly #problemListeners = new Set<(problem: FeedProblem) => void>();
  /** The time of the last tick, in milliseconds since the Unix epoch. */
  #at: number;
  #isBehind = false;

  constructor(startedAt: number, seed: number, gamesMax: number) {
    this.#at = startedAt;
    this.#gamesMax = gamesMax;
    this.board = new Board(startedAt);
    this.#random = new Random(seed);
    this.#schedule = new Schedule(this.#random);
    this.#rosters = new Rosters(this.#random);
    this.#priceIds = new PriceIds(this.#random);
    const started = this.#startedFixtures();
    const outrights = outrightSpecs(startedAt, this.#rosters, this.#random).map((spec) => {
      const outright = new OutrightEvent(spec, this.#priceIds, this.#random);
      this.#outrights.set(spec.id, outright);
      return outright;
    });
    const tick = startTick(startedAt, this.#random);
    for (const outright of outrights) outright.advance(tick);
    const games = this.#openGames(started, tick);
    this.#applyTick(tick, [...games, ...outrights.map((outright) => outright.open(tick))], []);
  }

  reports(eventId: string) {
    return this.#games.get(eventId)?.reports() ?? NO_LIVE_REPORTS.reports(eventId);
  }

  /** Runs the ticks that are due, up to a limit, and reports a problem when it starts to lag. */
  catchUp(now: number): void {
    for (let count = 0; count < MAX_TICKS_AT_ONCE && this.#isDue(now); count++) {
      this.#at += TICK_MS;
      this.#advance();
    }
    const wasBehind = this.#isBehind;
    this.#isBehind = this.#isDue(now);
    if (wasBehind || !this.#isBehind) return;
    const seconds = Math.floor((now - this.#at) / 1000);
    const message = `Prices are ${seconds} seconds behind and catching up.`;
    for (const listener of this.#problemListeners) listener({ code: 'upstream_error', message });
  }

  /** Lagging behind is the only problem that a simulation can have. */
  onProblem(listener: (problem: FeedProblem) => void): () => void {
    this.#problemListeners.add(listener);
    return () => this.#problemListeners.delete(listener);
  }

  #isDue(now: number): boolean {
    return this.#at + TICK_MS <= now;
  }

  /** One second passes for all events. Games that are over make room for new ones. */
  #advance(): void {
    const tick = startTick(this.#at, this.#random);
    const events: EventInfo[] = [];
    const endedEventIds: string[] = [];
    for (const open of [this.#games, this.#outrights]) {
      for (const [id, event] of open) {
        const info = event.advance(tick);
        if (info !== null) events.push(info);
        if (event.isOver) {
          endedEventIds.push(id);
          open.delete(id);
        }
      }
    }
    this.#applyTick(tick, [...events, ...this.#openGames([], tick)], endedEventIds);
  }

  #applyTick(tick: Tick, events: readonly EventInfo[], endedEventIds: readonly string[]): void {
    const { at, upserts, removals } = tick;
    this.board.apply({ at, events, upserts, removals, endedEventIds });
  }

  /** Opens the given games, then new ones until there are enough. */
  #openGames(started: readonly Fixture[], tick: Tick): EventInfo[] {
    const events: EventInfo[] = [];
    for (const fixture of this.#fixturesToOpen(started)) {
      const game = new GameEvent(fixture, tick.at, this.#rosters, this.#priceIds, this.#random);
      // One that started in the past may have ended before now.
      if (game.isOver) continue;
      this.#games.set(fixture.id, game);
      events.push(game.open(tick));
    }
    return events;
  }

  *#fixturesToOpen(started: readonly Fixture[]): Generator<Fixture> {
    yield* started;
    while (this.#games.size < this.#gamesMax) {
      const fixture = this.#schedule.next(this.#at);
      if (fixture === null) return;
      yield fixture;
    }
  }

  /** Games that are in play when the simulation starts, up to three of each league. */
  #startedFixtures(): Fixture[] {
    return [...LEAGUES, ...LEAGUES, ...LEAGUES].slice(0, LIVE_AT_START).flatMap((league) => {
      const sharePlayed = this.#random.between(0.02, 0.95);
      return this.#schedule.started(league, this.#at, sharePlayed) ?? [];
    });
  }
}
