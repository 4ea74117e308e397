import type { EventInfo } from '../../../origin-board.ts';
import { BOOKMAKERS, type Bookmaker } from '../books/bookmakers.ts';
import { EstimateBias, NO_BIAS } from '../books/estimate-bias.ts';
import { MarketQuote } from '../books/market-quote.ts';
import type { PriceIds } from '../books/price-ids.ts';
import type { EventFields } from '../books/selection-price.ts';
import { type Market, partialMarket } from '../markets/market.ts';
import type { Random } from '../random.ts';
import type { Tick } from '../tick.ts';
import type { League } from './leagues.ts';

/** An outright on a season: who wins it. The event has no teams, and its one market no lines. */
export interface OutrightSpec {
  /** Readable, and unique in its league. */
  readonly id: string;
  readonly league: League;
  readonly marketType: string;
  /** Published as the home team, because the event has none; often empty. */
  readonly title: string;
  /** The selections that books offer, one for each entrant, or for the strongest ones only; the strongest first. */
  readonly selections: readonly string[];
  readonly entrantCount: number;
  /** How many entrants win. */
  readonly winnerCount: number;
  /** Milliseconds since the Unix epoch. */
  readonly settledAt: number;
}

/** The chance, per second, of news that changes an entrant's strength. */
const NEWS_CHANCE = 1 / 1200;
/** Standard deviation of the logarithm of that change. */
const NEWS_DEVIATION = 0.08;

/** Standard deviation of the logarithm of the entrants' strengths. */
const STRENGTH_DEVIATION = 1.1;

/** The highest probability of any entrant to take one winning place. */
const MAX_WIN_PROBABILITY = 0.95;

/** The field of competitors: the strength of each entrant, initially the strongest first. */
class OutrightField {
  readonly #strengths: number[];
  readonly #winnerCount: number;

  constructor({ entrantCount, winnerCount }: OutrightSpec, random: Random) {
    this.#winnerCount = winnerCount;
    this.#strengths = Array.from({ length: entrantCount }, () =>
      Math.exp(STRENGTH_DEVIATION * random.normal()),
    ).sort((one, other) => other - one);
  }

  /** The probability that an entrant is one of the winners, for a book with this bias about it. */
  winProbability(entrant: number, bias: number): number {
    const all = this.#strengths.reduce((sum, strength) => sum + strength, 0);
    const wins = ((this.#strengths[entrant] ?? 0) * Math.exp(bias)) / all;
    return 1 - (1 - Math.min(wins, MAX_WIN_PROBABILITY)) ** this.#winnerCount;
  }

  /** News changes the strength of a random entrant. */
  changeStrength(random: Random): void {
    const entrant = random.integer(0, this.#strengths.length - 1);
    const factor = Math.exp(NEWS_DEVIATION * random.normal());
    this.#strengths[entrant] = (this.#strengths[entrant] ?? 0) * factor;
  }
}

/** One book's prices on the outright. */
interface OutrightOffering {
  readonly book: Bookmaker;
  readonly quotes: readonly MarketQuote<OutrightField>[];
  readonly biases: readonly EstimateBias[];
  /** Whether there was news since the book last looked at the outright to update its prices. */
  hasNews: boolean;
  /** Milliseconds since the Unix epoch. */
  nextLookAt: number;
}

/** A season outright of the simulation, from its first price until it is settled. */
export class OutrightEvent {
  readonly #spec: OutrightSpec;
  readonly #field: OutrightField;
  readonly #offerings: readonly OutrightOffering[];
  readonly #externalIds: Readonly<Record<string, string>>;
  isOver = false;

  constructor(spec: OutrightSpec, priceIds: PriceIds, random: Random) {
    this.#spec = spec;
    this.#field = new OutrightField(spec, random);
    const { marketType } = spec;
    const group = 'outright';
    const event = eventFields(spec);
    const markets = spec.selections.map((name, entrant) => entrantMarket(name, entrant));
    const covers = ({ trading }: Bookmaker) => random.chance(trading.offerChance.outright);
    this.#offerings = BOOKMAKERS.filter(covers).map((book) => {
      const biases = markets.map(() => new EstimateBias(book.trading.ratingError, random));
      const quotes = markets.map((market, entrant) => {
        const bias = biases[entrant] ?? NO_BIAS;
        return new MarketQuote({ book, marketType, group, market, bias, event }, priceIds, random);
      });
      return { book, quotes, biases, hasNews: true, nextLookAt: 0 };
    });
    this.#externalIds = Object.fromEntries(
      this.#offerings.map(({ book }) => [book.profile.id, String(random.integer(1e7, 1e8 - 1))]),
    );
  }

  /** Has every book look at the outright, also if `advance` has put its first prices on the board before. */
  open(tick: Tick): EventInfo {
    for (const offering of this.#offerings) {
      this.#look(offering, tick);
      // Spread over time, so that books don't look all at once.
      offering.nextLookAt = tick.at + (offering.nextLookAt - tick.at) * tick.random.uniform();
    }
    const { event_id: id, event_start_time, ...event } = eventFields(this.#spec);
    return {
      id,
      external_ids: this.#externalIds,
      ...event,
      start_time: event_start_time,
      is_live: false,
      game_state: null,
    };
  }

  /** One second passes. Returns null, since nothing about the event changes but its prices. */
  advance(tick: Tick): null {
    const { at, random } = tick;
    if (this.#spec.settledAt <= at) {
      this.isOver = true;
      for (const { quotes } of this.#offerings) for (const quote of quotes) quote.withdraw(tick);
      return null;
    }
    if (random.chance(NEWS_CHANCE)) {
      this.#field.changeStrength(random);
      for (const offering of this.#offerings) {
        offering.hasNews = true;
        const seconds = offering.book.trading.newsSeconds * random.between(0.3, 1.7);
        offering.nextLookAt = Math.min(offering.nextLookAt, at + 1000 * seconds);
      }
    }
    for (const offering of this.#offerings) {
      if (offering.nextLookAt <= at) this.#look(offering, tick);
    }
    return null;
  }

  #look(offering: OutrightOffering, tick: Tick): void {
    if (offering.hasNews) for (const bias of offering.biases) bias.update(tick.random);
    for (const quote of offering.quotes) {
      if (offering.hasNews) quote.reprice(this.#field, false, tick);
      else quote.confirm(() => this.#field, false, tick);
    }
    offering.hasNews = false;
    const seconds = offering.book.trading.pregameSeconds * tick.random.between(0.5, 1.5);
    offering.nextLookAt = tick.at + 1000 * seconds;
  }
}

function eventFields({ id, league, title, settledAt }: OutrightSpec): EventFields {
  return {
    event_id: id,
    sport: league.sport.id,
    league: league.id,
    home_team: title,
    away_team: '',
    event_start_time: new Date(settledAt).toISOString(),
  };
}

function entrantMarket(name: string, entrant: number): Market<OutrightField> {
  const winProbability = (field: OutrightField, bias: number) =>
    field.winProbability(entrant, bias);
  return partialMarket([{ name, type: 'outright', winProbability }]);
}
