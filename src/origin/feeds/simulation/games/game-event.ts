import type { GameReport } from '../../../games/live-reports.ts';
import type { EventInfo } from '../../../origin-board.ts';
import { BOOKMAKERS } from '../books/bookmakers.ts';
import { EventOffering, type GameMarketType, type GameSituation } from '../books/event-offering.ts';
import { COVERAGE_LEVELS } from '../books/market-coverage.ts';
import type { PriceIds } from '../books/price-ids.ts';
import type { Random } from '../random.ts';
import type { Rating } from '../score-models/score-model.ts';
import type { Tick } from '../tick.ts';
import { Player } from './player.ts';
import type { Rosters } from './rosters.ts';
import type { Fixture } from './schedule.ts';
import type { Game } from './sport.ts';

/** The chance that a book covers an event. */
const BOOK_COVERS_EVENT = 0.94;

/** The chance, per second, of news that changes a game's rating at once. */
const NEWS_CHANCE = 1 / 450;
/** Standard deviation of that change, as a multiple of that of results in the sport. */
const NEWS_DEVIATION = 0.045;
/** The share of the distance from the initial rating that each such news takes back. */
const MEAN_REVERSION = 0.1;

/** The chance, per second, of news about one of the players, and the range of the factor that changes their form. */
const PLAYER_NEWS_CHANCE = 1 / 600;
const PLAYER_NEWS_FACTOR: readonly [number, number] = [0.93, 1.07];

/** A game of the simulation with all its markets, from the first price to the last. */
export class GameEvent {
  readonly fixture: Fixture;
  readonly #game: Game;
  readonly #players: readonly Player[];
  readonly #offerings: readonly EventOffering[];
  readonly #externalIds: Readonly<Record<string, string>>;
  readonly #initialRating: Rating;
  /** The true expected margin and total, which news changes and books estimate. */
  readonly #rating: Rating;
  #isLive: boolean;

  /** Plays the part of the game before `now`, if it began before. */
  constructor(fixture: Fixture, now: number, rosters: Rosters, priceIds: PriceIds, random: Random) {
    const { sport } = fixture.league;
    this.fixture = fixture;
    this.#game = sport.newGame(random);
    this.#initialRating = drawRating(fixture, random);
    this.#rating = { ...this.#initialRating };
    const secondsPlayed = (now - fixture.startsAt) / 1000;
    for (let second = 0; second < secondsPlayed; second++) this.#game.advance(this.#rating);
    this.#isLive = secondsPlayed > 0;
    this.#players = playersOf(fixture, rosters, random);
    const offered = {
      event: eventFields(fixture),
      coverage: COVERAGE_LEVELS[fixture.coverage],
      marketTypes: marketTypesOf(fixture, this.#players),
    };
    this.#offerings = BOOKMAKERS.filter(() => random.chance(BOOK_COVERS_EVENT)).map(
      (book) => new EventOffering(book, offered, priceIds, random),
    );
    this.#externalIds = Object.fromEntries(
      this.#offerings.map(({ book }) => [book.profile.id, String(random.integer(1e7, 1e8 - 1))]),
    );
  }

  get isOver(): boolean {
    return this.#game.isOver;
  }

  /** Puts the first prices on the board. */
  open(tick: Tick): EventInfo {
    const situation = this.#situation(tick);
    for (const offering of this.#offerings) {
      if (this.#isLive) offering.goLive(situation, tick);
      else offering.look(situation, tick);
      offering.spreadNextLook(tick);
    }
    return this.#info();
  }

  /** One second passes. Returns the event if anything but its prices may have changed. */
  advance(tick: Tick): EventInfo | null {
    this.#drawNews(tick);
    const begins = !this.#isLive && this.fixture.startsAt <= tick.at;
    if (begins) this.#isLive = true;
    const booksSuspend = this.#isLive && this.#game.advance(this.#rating);
    if (this.isOver) {
      for (const offering of this.#offerings) offering.withdrawAll(tick);
      return null;
    }
    const situation = this.#situation(tick);
    for (const offering of this.#offerings) {
      if (begins) offering.goLive(situation, tick);
      else if (booksSuspend) offering.reactToPlay(tick);
      else offering.advance(situation, tick);
    }
    return this.#isLive ? this.#info() : null;
  }

  /** The last report of each book that publishes the state of the live game. */
  reports(): ReadonlyMap<string, GameReport> {
    const reports = new Map<string, GameReport>();
    for (const { book, report } of this.#offerings) {
      if (report !== null) reports.set(book.profile.id, report);
    }
    return reports;
  }

  #situation({ at }: Tick): GameSituation {
    return {
      sport: this.fixture.league.sport,
      game: this.#game,
      rating: this.#rating,
      isLive: this.#isLive,
      report: this.#isLive ? this.#game.report(at) : null,
    };
  }

  #drawNews(tick: Tick): void {
    const { random } = tick;
    if (random.chance(NEWS_CHANCE)) {
      this.#moveRating(random);
      for (const offering of this.#offerings) offering.receiveNews('game', tick);
    }
    if (!this.#isLive && random.chance(PLAYER_NEWS_CHANCE)) {
      random.pick(this.#players).form *= random.between(...PLAYER_NEWS_FACTOR);
      for (const offering of this.#offerings) offering.receiveNews('player', tick);
    }
  }

  #moveRating(random: Random): void {
    const { deviation } = this.fixture.league.sport;
    for (const figure of ['margin', 'total'] as const) {
      const reversion = MEAN_REVERSION * (this.#initialRating[figure] - this.#rating[figure]);
      this.#rating[figure] += reversion + NEWS_DEVIATION * deviation[figure] * random.normal();
    }
  }

  #info(): EventInfo {
    const { id, league, home, away, startsAt } = this.fixture;
    return {
      id,
      external_ids: this.#externalIds,
      sport: league.sport.id,
      league: league.id,
      home_team: home,
      away_team: away,
      start_time: new Date(startsAt).toISOString(),
      is_live: this.#isLive,
      game_state: this.#isLive ? this.#game.state() : null,
    };
  }
}

function drawRating({ league }: Fixture, random: Random): Rating {
  const { margin, totalDeviation } = league.sport;
  return {
    margin: margin.average + margin.deviation * random.normal(),
    total: league.averageTotal + totalDeviation * random.normal(),
  };
}

function eventFields({ id, league, home, away, startsAt }: Fixture) {
  return {
    event_id: id,
    sport: league.sport.id,
    league: league.id,
    home_team: home,
    away_team: away,
    event_start_time: new Date(startsAt).toISOString(),
  };
}

/** Every market that a book may offer on the game. */
function marketTypesOf(
  { league, home, away, coverage }: Fixture,
  players: readonly Player[],
): GameMarketType[] {
  const { offerFactor } = COVERAGE_LEVELS[coverage];
  return league.sport.markets
    .filter(({ group }) => offerFactor[group] > 0)
    .map(({ type, group, markets }) => ({
      type,
      group,
      markets: markets({ home, away, players }),
    }));
}

/** The players of both sides, the best of each first. In tennis a side is its one player. */
function playersOf(fixture: Fixture, rosters: Rosters, random: Random): Player[] {
  const { league, coverage } = fixture;
  const { players: squadSize } = COVERAGE_LEVELS[coverage];
  return (['home', 'away'] as const).flatMap((side) => {
    const team = fixture[side];
    const names = league.sport.isIndividual
      ? [team]
      : rosters.of(`${league.id} ${team}`).slice(0, squadSize);
    return names.map((name, rank) => new Player(name, side, rank, names.length, random));
  });
}
