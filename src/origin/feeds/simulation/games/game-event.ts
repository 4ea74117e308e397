import type { GameReport } from '../../../games/live-reports.ts';
import type { EventInfo } from '../../../origin-board.ts';
import { BOOKS } from '../books/bookmakers.ts';
import { BookSheet, type GameMarket, type Truth } from '../books/event-offering.ts';
import { DEPTHS } from '../books/market-coverage.ts';
import type { Numbering } from '../books/selection-price.ts';
import type { Random } from '../random.ts';
import type { Opinion } from '../score-models/score-model.ts';
import type { Moment } from '../tick.ts';
import { Player } from './player.ts';
import type { Rosters } from './rosters.ts';
import type { Fixture } from './schedule.ts';
import type { Game } from './sport.ts';

/** The chance that a book covers an event. */
const COVERAGE = 0.94;

/**
 * Chance a second of news that moves an event at a stroke, by how much in the scatter of results,
 * and how much of what earlier news did it takes back.
 */
const NEWS_CHANCE = 1 / 450;
const NEWS = 0.045;
const REVERSION = 0.1;

/** Chance a second that news moves one of the players of an event, and to what of his form. */
const PLAYER_NEWS_CHANCE = 1 / 600;
const PLAYER_NEWS: readonly [number, number] = [0.93, 1.07];

/** An event of the simulation, from its first price to its last. */
export class Contest {
  readonly fixture: Fixture;
  readonly #game: Game;
  readonly #players: readonly Player[];
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
    this.#players = playersOf(fixture, rosters, random);
    const depth = DEPTHS[fixture.depth];
    const lineup = { home, away, players: this.#players };
    const markets: GameMarket[] = sport.markets
      .filter(({ group }) => depth.offers[group] > 0)
      .map(({ type, group, bets }) => ({ type, group, bets: bets(lineup) }));
    const event = {
      event_id: fixture.id,
      sport: sport.id,
      league: league.id,
      home_team: home,
      away_team: away,
      event_start_time: new Date(fixture.startsAt).toISOString(),
    };
    this.#sheets = BOOKS.filter(() => random.chance(COVERAGE)).map(
      (book) => new BookSheet(book, markets, depth, event, numbering, random),
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
      else sheet.look(truth, moment);
      sheet.hasten(moment);
    }
    return this.#info();
  }

  /** One second passes. Returns what has changed of the event beyond its prices, if anything. */
  advance(moment: Moment): EventInfo | null {
    this.#listen(moment);
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

  /** What becomes known outside the game. */
  #listen(moment: Moment): void {
    const { random } = moment;
    if (random.chance(NEWS_CHANCE)) {
      const { scatter } = this.fixture.league.sport;
      for (const figure of ['margin', 'total'] as const) {
        const back = REVERSION * (this.#usual[figure] - this.#opinion[figure]);
        this.#opinion[figure] += back + NEWS * scatter[figure] * random.normal();
      }
      for (const sheet of this.#sheets) sheet.hear('game', moment);
    }
    if (!this.#isLive && random.chance(PLAYER_NEWS_CHANCE)) {
      random.pick(this.#players).form *= random.between(...PLAYER_NEWS);
      for (const sheet of this.#sheets) sheet.hear('player', moment);
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

/** A team has its roster; in tennis a side is its one player. */
function playersOf({ league, home, away, depth }: Fixture, rosters: Rosters, random: Random) {
  const { players: size } = DEPTHS[depth];
  return (
    [
      ['home', home],
      ['away', away],
    ] as const
  ).flatMap(([side, team]) => {
    const names = league.sport.isIndividual
      ? [team]
      : rosters.of(`${league.id} ${team}`).slice(0, size);
    return names.map((name, place) => new Player(name, side, place, names.length, random));
  });
}
