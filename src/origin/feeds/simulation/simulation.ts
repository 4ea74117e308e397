import type { Clock, Timer } from '../../../scheduling/clock.ts';
import { Board, type EventInfo } from '../../origin-board.ts';
import { SPORTSBOOKS, type Sportsbook } from '../../sportsbook-table.ts';
import { type FeedProblem, NO_REPORTS, type PastRecord, type PriceFeed } from '../price-feed.ts';
import { type EventSpec, fixtureSpec, seasonSpecs } from './events/event-specs.ts';
import { LEAGUES } from './events/leagues.ts';
import { type Fixture, Schedule } from './events/schedule.ts';
import { SimulatedEvent } from './events/simulated-event.ts';
import { Random } from './random.ts';
import { simulatedPast } from './simulated-past.ts';
import { startTick, type Tick } from './tick.ts';

const TICK_MS = 1000;

/** How many overdue ticks run in a row after a stall, so that requests are served in between. */
const MAX_TICKS_AT_ONCE = 5;

/** What a stall longer than this has missed, as when the machine slept, is not played. */
const MAX_LAG_MS = 60_000;

/** Games on which prices are offered at any time: about as many as at the real odds service. */
const GAMES = 136;
/** At most this many of them, and at most this share, are in play when the simulation starts. */
const LIVE_AT_START = 28;
const LIVE_SHARE = 0.6;

export interface SimulationOptions {
  readonly clock: Clock;
  /** A whole number. The same seed and clock give the same events and prices at every tick. */
  readonly seed: number;
  /** Games on which prices are offered at any time, besides the outrights. */
  readonly games?: number;
  /** The ids of the sportsbooks that offer prices; all 32 by default. */
  readonly sportsbooks?: readonly string[];
  /** How many hours of its past it tells; none by default. */
  readonly pastHours?: number;
}

/**
 * Starts 32 simulated books that price games in six sports, and outrights on the seasons of large leagues.
 * Games begin, are played and end. The simulation advances in ticks of one second from its start.
 */
export function startSimulation(options: SimulationOptions): PriceFeed {
  return new Simulation(options);
}

class Simulation implements PriceFeed {
  readonly board: Board;
  readonly past?: Iterable<PastRecord>;
  /** Lagging behind is the only problem that a simulation can have. */
  onProblem?: (problem: FeedProblem) => void;
  readonly #timer: Timer;
  /** How many events are open at any time. */
  readonly #eventCount: number;
  readonly #books: readonly Sportsbook[];
  readonly #random: Random;
  readonly #schedule: Schedule;
  readonly #events = new Map<string, SimulatedEvent>();
  /** The time of the last tick, in milliseconds since the Unix epoch. */
  #at: number;
  #isBehind = false;

  constructor({ clock, seed, games = GAMES, sportsbooks, pastHours: hours }: SimulationOptions) {
    const startedAt = clock.now();
    this.#at = startedAt;
    this.#books = SPORTSBOOKS.filter(({ id }) => sportsbooks?.includes(id) ?? true);
    this.board = new Board(startedAt);
    this.#random = new Random(seed);
    this.#schedule = new Schedule(this.#random);
    const tick = startTick(startedAt, this.#random);
    const seasons = seasonSpecs(startedAt, this.#random);
    this.#eventCount = games + seasons.length;
    const events = [
      ...seasons.map((spec) => this.#open(spec, tick)),
      ...this.#startedFixtures(games).flatMap((fixture) => this.#openGame(fixture, tick) ?? []),
      ...this.#openNewGames(tick),
    ];
    this.#applyTick(tick, events, []);
    this.#timer = clock.every(TICK_MS, () => this.#catchUp(clock.now()));
    if (!hours) return;
    const [books, eventCount] = [this.#books, this.#eventCount];
    const present = this.board.rows().map(({ odds }) => odds);
    this.past = simulatedPast({ seed, at: startedAt, hours, present, books, eventCount });
  }

  stop(): void {
    this.#timer.cancel();
  }

  reports(eventId: string) {
    return this.#events.get(eventId)?.reports() ?? NO_REPORTS;
  }

  /** Runs the ticks that are due, up to a limit, and reports a problem when it starts to lag. */
  #catchUp(now: number): void {
    this.#at = Math.max(this.#at, now - MAX_LAG_MS);
    for (let count = 0; count < MAX_TICKS_AT_ONCE && this.#isDue(now); count++) {
      this.#at += TICK_MS;
      this.#advance();
    }
    const wasBehind = this.#isBehind;
    this.#isBehind = this.#isDue(now);
    if (wasBehind || !this.#isBehind) return;
    const seconds = Math.floor((now - this.#at) / 1000);
    const message = `Prices are ${seconds} seconds behind and catching up.`;
    this.onProblem?.({ code: 'upstream_error', message });
  }

  #isDue(now: number): boolean {
    return this.#at + TICK_MS <= now;
  }

  /** One second passes for all events. Games that are over make room for new ones. */
  #advance(): void {
    const tick = startTick(this.#at, this.#random);
    const events: EventInfo[] = [];
    const endedEventIds: string[] = [];
    for (const [id, event] of this.#events) {
      const info = event.advance(tick);
      if (info !== null) events.push(info);
      if (event.isOver) {
        endedEventIds.push(id);
        this.#events.delete(id);
      }
    }
    this.#applyTick(tick, [...events, ...this.#openNewGames(tick)], endedEventIds);
  }

  #applyTick(tick: Tick, events: readonly EventInfo[], endedEventIds: readonly string[]): void {
    const { at, upserts, removals } = tick;
    this.board.apply({ at, events, upserts, removals, endedEventIds });
  }

  /** Opens games until there are enough. */
  #openNewGames(tick: Tick): EventInfo[] {
    const opened: EventInfo[] = [];
    while (this.#events.size < this.#eventCount) {
      const fixture = this.#schedule.next(this.#at);
      if (fixture === null) break;
      const event = this.#openGame(fixture, tick);
      if (event !== null) opened.push(event);
    }
    return opened;
  }

  /** Null for a game that has started in the past and is over. */
  #openGame(fixture: Fixture, tick: Tick): EventInfo | null {
    const spec = fixtureSpec(fixture, tick.at, this.#random);
    return spec.game?.isOver ? null : this.#open(spec, tick);
  }

  #open(spec: EventSpec, tick: Tick): EventInfo {
    const event = new SimulatedEvent(spec, this.#books, tick);
    this.#events.set(spec.info.id, event);
    return event.info();
  }

  /**
   * Games that are in play when the simulation starts, or start within five minutes, up to three of each league, evenly
   * from begun to nearly over.
   */
  #startedFixtures(games: number): Fixture[] {
    const count = Math.min(LIVE_AT_START, Math.floor(LIVE_SHARE * games));
    const thrice = Array.from({ length: 3 }, () => LEAGUES).flat();
    return thrice.slice(0, count).flatMap((league, index) => {
      const sharePlayed = (index + this.#random.uniform()) / count;
      return this.#schedule.started(league, this.#at, sharePlayed) ?? [];
    });
  }
}
