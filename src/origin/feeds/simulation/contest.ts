import type { EventInfo } from '../../board.ts';
import type { GameReport } from '../../live-reports.ts';
import { BOOKS } from './book-habits.ts';
import { BookSheet, type Truth } from './book-sheet.ts';
import type { Fixture } from './fixtures.ts';
import { marketsOf, type PlayerFigure } from './markets.ts';
import type { Moment } from './moment.ts';
import type { Numbering } from './offer.ts';
import type { Random } from './random.ts';
import type { Rosters } from './rosters.ts';
import type { Game, Opinion } from './sport.ts';

/** The chance that a book covers an event. */
const COVERAGE = 0.94;

/** How far strengths drift in a second, in the scatter of results, and how long until they are back. */
const DRIFT = 0.0025;
const REVERSION_SECONDS = 3600;

/** Chance a second that news moves an event at a stroke, and by how much in the scatter of results. */
const NEWS_CHANCE = 1 / 7200;
const NEWS: readonly [number, number] = [0.1, 0.3];

/** Chance a second that news moves one of the players of an event. */
const PLAYER_NEWS_CHANCE = 1 / 600;

/** An event of the simulation, from its first price to its last. */
export class Contest {
  readonly fixture: Fixture;
  readonly #game: Game;
  readonly #figures: readonly PlayerFigure[];
  readonly #sheets: readonly BookSheet[];
  readonly #externalIds: Readonly<Record<string, string>>;
  readonly #usual: Opinion;
  readonly #opinion: Opinion;
  #isLive: boolean;

  /** A game that began before `now` has been played so far. */
  constructor(
    fixture: Fixture,
    now: number,
    rosters: Rosters,
    numbering: Numbering,
    random: Random,
  ) {
    const { league, home, away } = fixture;
    const { sport } = league;
    this.fixture = fixture;
    this.#game = sport.newGame(random);
    this.#usual = {
      margin: sport.margin.average + sport.margin.deviation * random.normal(),
      total: league.averageTotal + sport.totalDeviation * random.normal(),
    };
    this.#opinion = { ...this.#usual };
    const played = (now - fixture.startsAt) / 1000;
    for (let second = 0; second < played; second++) this.#game.advance(this.#opinion);
    this.#isLive = played > 0;
    const figures = figuresOf(fixture, rosters, random);
    this.#figures = figures.map(({ figure }) => figure);
    const markets = marketsOf(sport, { home, away }, figures);
    const event = {
      event_id: fixture.id,
      sport: sport.id,
      league: league.id,
      home_team: home,
      away_team: away,
      event_start_time: new Date(fixture.startsAt).toISOString(),
    };
    this.#sheets = BOOKS.filter(() => random.chance(COVERAGE)).map(
      (book) => new BookSheet(book, markets, event, numbering, random),
    );
    this.#externalIds = Object.fromEntries(
      this.#sheets.map(({ book }) => [book.profile.id, String(random.whole(1e7, 1e8 - 1))]),
    );
  }

  get isOver(): boolean {
    return this.#game.isOver;
  }

  /** The first prices. */
  open(moment: Moment): EventInfo {
    const truth = this.#truth(moment);
    for (const sheet of this.#sheets) {
      if (this.#isLive) sheet.goLive(truth, moment);
      else sheet.refresh(truth, moment);
      sheet.hasten(moment);
    }
    return this.#info();
  }

  /** One second passes. Returns what has changed of the event beyond its prices, if anything. */
  advance(moment: Moment): EventInfo | null {
    this.#drift(moment.random);
    const begins = !this.#isLive && this.fixture.startsAt <= moment.at;
    if (begins) this.#isLive = true;
    const isTurn = this.#isLive && this.#game.advance(this.#opinion);
    if (this.isOver) {
      for (const sheet of this.#sheets) sheet.close(moment);
      return null;
    }
    const truth = this.#truth(moment);
    for (const sheet of this.#sheets) {
      if (begins) sheet.goLive(truth, moment);
      else if (isTurn) sheet.react(moment);
      else sheet.advance(truth, moment);
    }
    return this.#isLive ? this.#info() : null;
  }

  /** What each book shows of the live game. */
  reports(): ReadonlyMap<string, GameReport> {
    const reports = new Map<string, GameReport>();
    for (const { book, report } of this.#sheets) {
      if (report !== null) reports.set(book.profile.id, report);
    }
    return reports;
  }

  #truth({ at }: Moment): Truth {
    return {
      sport: this.fixture.league.sport,
      game: this.#game,
      opinion: this.#opinion,
      isLive: this.#isLive,
      report: this.#isLive ? this.#game.report(at) : null,
    };
  }

  #drift(random: Random): void {
    const { scatter } = this.fixture.league.sport;
    if (random.chance(NEWS_CHANCE)) {
      const size = random.between(...NEWS) * (random.chance(0.5) ? 1 : -1);
      this.#usual.margin += size * scatter.margin;
      this.#opinion.margin += size * scatter.margin;
    }
    for (const figure of ['margin', 'total'] as const) {
      const back = (this.#usual[figure] - this.#opinion[figure]) / REVERSION_SECONDS;
      this.#opinion[figure] += back + DRIFT * scatter[figure] * random.normal();
    }
    if (!this.#isLive && random.chance(PLAYER_NEWS_CHANCE)) {
      random.pick(this.#figures).average *= random.between(0.93, 1.07);
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

function figuresOf({ league, home, away }: Fixture, rosters: Rosters, random: Random) {
  const { props, propsOn } = league.sport.markets;
  return [home, away].flatMap((team) => {
    const players =
      propsOn === 'side' ? props.map(() => team) : rosters.of(`${league.id} ${team}`, props.length);
    return props.map(({ marketType, statCategory, average, spread }, index) => {
      const mean = random.between(...average);
      const player = players[index] ?? team;
      const figure = { player, statCategory, average: mean, deviation: spread * Math.sqrt(mean) };
      return { marketType, figure };
    });
  });
}
