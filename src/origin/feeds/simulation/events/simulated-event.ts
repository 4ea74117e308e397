import type { EventInfo } from '../../../origin-board.ts';
import type { Sportsbook } from '../../../sportsbook-table.ts';
import type { GameReport, GameReports } from '../../price-feed.ts';
import { EventOffering } from '../books/offering.ts';
import { gameStateOf } from '../games/game.ts';
import { type Rating, ratingOf } from '../scores/score-model.ts';
import type { Tick } from '../tick.ts';
import type { EventSpec } from './event-specs.ts';

/** The chance that a book covers an event. */
const BOOK_COVERS_EVENT = 0.94;

/** Standard deviation of the change that news makes to the rating, as a multiple of that of results. */
const NEWS_DEVIATION = 0.04;
/** The share of the distance from the initial rating that the same news takes back. */
const MEAN_REVERSION = 0.1;

/** An event of the simulation with all its markets, from the first price to the last. */
export class SimulatedEvent {
  readonly #spec: EventSpec;
  readonly #offerings: readonly EventOffering[];
  readonly #externalIds: Readonly<Record<string, string>>;
  readonly #initialRating: Rating;
  #isLive: boolean;

  /** Adds the first prices to `tick`. */
  constructor(spec: EventSpec, books: readonly Sportsbook[], tick: Tick) {
    const { random } = tick;
    this.#spec = spec;
    this.#initialRating = { ...spec.rating };
    this.#isLive = spec.startsAt <= tick.at;
    this.#offerings = books
      .filter(() => random.chance(BOOK_COVERS_EVENT))
      .map((book) => new EventOffering(book, spec, random))
      .filter(({ hasMarkets }) => hasMarkets);
    this.#externalIds = Object.fromEntries(
      this.#offerings.map(({ book }) => [book.id, String(random.integer(1e7, 1e8 - 1))]),
    );
    for (const offering of this.#offerings) {
      if (this.#isLive) offering.goLive(tick);
      else offering.look(false, tick);
      offering.spreadNextLook(tick);
    }
  }

  get isOver(): boolean {
    return this.#spec.game?.isOver ?? this.#isLive;
  }

  /** One second passes. Returns the event if anything but its prices may have changed. */
  advance(tick: Tick): EventInfo | null {
    const { game, rating, startsAt } = this.#spec;
    this.#drawNews(tick);
    const begins = !this.#isLive && startsAt <= tick.at;
    if (begins) this.#isLive = true;
    const booksSuspend = this.#isLive && game?.advance(rating);
    if (this.isOver) return null; // The board removes the prices of events that end.
    for (const offering of this.#offerings) {
      if (begins) offering.goLive(tick);
      else if (booksSuspend) offering.reactToPlay(tick);
      else offering.advance(this.#isLive, tick);
    }
    return this.#isLive ? this.info() : null;
  }

  /** The last report of each book that publishes the state of the live game. */
  reports(): GameReports {
    const reports = new Map<string, GameReport>();
    for (const { book, report } of this.#offerings) {
      if (report !== null) reports.set(book.id, report);
    }
    return reports;
  }

  /** News changes the rating, and books hear of it. */
  #drawNews(tick: Tick): void {
    const { rating, deviation, newsChance } = this.#spec;
    const { random } = tick;
    if (!random.chance(newsChance)) return;
    const moved = ratingOf((figure) => {
      const reverted = MEAN_REVERSION * (this.#initialRating[figure] - rating[figure]);
      return rating[figure] + reverted + NEWS_DEVIATION * deviation[figure] * random.normal();
    });
    Object.assign(rating, moved);
    for (const offering of this.#offerings) offering.receiveNews(tick);
  }

  /** The event as it is now. */
  info(): EventInfo {
    const status = this.#isLive ? this.#spec.game?.status() : undefined;
    return {
      ...this.#spec.info,
      external_ids: this.#externalIds,
      is_live: this.#isLive,
      game_state: status === undefined ? null : gameStateOf(status),
    };
  }
}
