import type { EventInfo } from '../../../origin-board.ts';
import { BOOKS, type Book } from '../books/bookmakers.ts';
import { LEVEL, Tilt } from '../books/estimate-bias.ts';
import { Quote } from '../books/market-quote.ts';
import type { EventFields, Numbering } from '../books/selection-price.ts';
import { type Bet, plainBet } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Moment } from '../tick.ts';
import type { League } from './leagues.ts';

/** A bet on a season: who of a field wins it. It has no teams, and its one market no lines. */
export interface OutrightSpec {
  /** Readable, and unique in its league. */
  readonly id: string;
  readonly league: League;
  readonly marketType: string;
  /** What stands in the place of the home team; mostly nothing. */
  readonly title: string;
  /** What can be bet on: all of the field, or the first ones. */
  readonly selections: readonly string[];
  /** How many compete, and how many of them win. */
  readonly entrants: number;
  readonly winners: number;
  /** Milliseconds since the Unix epoch. */
  readonly settledAt: number;
}

/** Chance a second of news that makes an entrant stronger or weaker, and by which power of e. */
const NEWS_CHANCE = 1 / 1200;
const NEWS = 0.08;

/** How unequal the entrants of a field are, as a power of e. */
const INEQUALITY = 1.1;

/** How strong each entrant is, beside the sum of all. */
class Field {
  readonly #strengths: number[];
  readonly #winners: number;

  constructor({ entrants, winners }: OutrightSpec, random: Random) {
    this.#winners = winners;
    this.#strengths = Array.from({ length: entrants }, () =>
      Math.exp(INEQUALITY * random.normal()),
    ).sort((one, other) => other - one);
  }

  /** The probability that an entrant is one of the winners, to whom thinks him `tilt` better. */
  chance(entrant: number, tilt: number): number {
    const all = this.#strengths.reduce((sum, strength) => sum + strength, 0);
    const wins = ((this.#strengths[entrant] ?? 0) * Math.exp(tilt)) / all;
    return 1 - (1 - Math.min(wins, 0.95)) ** this.#winners;
  }

  move(random: Random): void {
    const entrant = random.whole(0, this.#strengths.length - 1);
    this.#strengths[entrant] = (this.#strengths[entrant] ?? 0) * Math.exp(NEWS * random.normal());
  }
}

/** What one book offers on the field. */
interface Sheet {
  readonly book: Book;
  readonly quotes: readonly Quote<Field>[];
  readonly tilts: readonly Tilt[];
  hasNews: boolean;
  dueAt: number;
}

/** An event of the simulation that is no game. */
export class Outright {
  readonly #spec: OutrightSpec;
  readonly #field: Field;
  readonly #sheets: readonly Sheet[];
  readonly #externalIds: Readonly<Record<string, string>>;
  isOver = false;

  constructor(spec: OutrightSpec, numbering: Numbering, random: Random) {
    this.#spec = spec;
    this.#field = new Field(spec, random);
    const market = { type: spec.marketType, group: 'outright' } as const;
    const bets = spec.selections.map((name, entrant) => entrantBet(name, entrant));
    const isTold = ({ habits }: Book) => random.chance(habits.offers.outright);
    this.#sheets = BOOKS.filter(isTold).map((book) => {
      const tilts = bets.map(() => new Tilt(book.habits.error, random));
      const quotes = bets.map((bet, entrant) => {
        const tilt = tilts[entrant] ?? LEVEL;
        return new Quote(book, market, bet, tilt, this.#fields(), numbering, random);
      });
      return { book, quotes, tilts, hasNews: true, dueAt: 0 };
    });
    this.#externalIds = Object.fromEntries(
      this.#sheets.map(({ book }) => [book.profile.id, String(random.whole(1e7, 1e8 - 1))]),
    );
  }

  /** The first prices. */
  open(moment: Moment): EventInfo {
    for (const sheet of this.#sheets) {
      this.#look(sheet, moment);
      sheet.dueAt = moment.at + (sheet.dueAt - moment.at) * moment.random.unit();
    }
    const { id, league, title, settledAt } = this.#spec;
    return {
      id,
      external_ids: this.#externalIds,
      sport: league.sport.id,
      league: league.id,
      home_team: title,
      away_team: '',
      start_time: new Date(settledAt).toISOString(),
      is_live: false,
      game_state: null,
    };
  }

  /** One second passes. Nothing changes but prices. */
  advance(moment: Moment): null {
    const { at, random } = moment;
    if (this.#spec.settledAt <= at) {
      this.isOver = true;
      for (const { quotes } of this.#sheets) for (const quote of quotes) quote.takeDown(moment);
      return null;
    }
    if (random.chance(NEWS_CHANCE)) {
      this.#field.move(random);
      for (const sheet of this.#sheets) {
        sheet.hasNews = true;
        const seconds = sheet.book.habits.newsSeconds * random.between(0.3, 1.7);
        sheet.dueAt = Math.min(sheet.dueAt, at + 1000 * seconds);
      }
    }
    for (const sheet of this.#sheets) if (sheet.dueAt <= at) this.#look(sheet, moment);
    return null;
  }

  #look(sheet: Sheet, moment: Moment): void {
    if (sheet.hasNews) for (const tilt of sheet.tilts) tilt.renew(moment.random);
    for (const quote of sheet.quotes) {
      if (sheet.hasNews) quote.refresh(this.#field, false, moment);
      else quote.confirm(() => this.#field, false, moment);
    }
    sheet.hasNews = false;
    const seconds = sheet.book.habits.pregameSeconds * moment.random.between(0.5, 1.5);
    sheet.dueAt = moment.at + 1000 * seconds;
  }

  #fields(): EventFields {
    const { id, league, title, settledAt } = this.#spec;
    return {
      event_id: id,
      sport: league.sport.id,
      league: league.id,
      home_team: title,
      away_team: '',
      event_start_time: new Date(settledAt).toISOString(),
    };
  }
}

function entrantBet(name: string, entrant: number): Bet<Field> {
  const chance = (field: Field, tilt: number) => field.chance(entrant, tilt);
  return plainBet([{ name, type: 'outright', chance }], false);
}
