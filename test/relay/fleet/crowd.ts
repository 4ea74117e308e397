import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { oddsRow } from '../../harness/odds-rows.ts';
import { type MovingUpstream, ODDS } from './moving-upstream.ts';
import { RoamingSubscriber, type Wish } from './roaming-subscriber.ts';

/** How often the crowd is looked at. */
const LOOK_MS = 100;

/** How long it is waited for at the most. */
const GIVE_UP_MS = 30_000;

/** The sportsbook of each price. */
const SPORTSBOOKS = Array.from({ length: ODDS }, (_, i) => oddsRow(i).sportsbook);

/** Prices of every sportsbook and of one; by two accounts; and opportunities. */
const WISHES: readonly Wish[] = [
  ...['demo_enterprise', 'demo_enterprise', 'demo_pro'].flatMap((key): Wish[] => [
    { channel: 'odds', key, filter: {}, matches: () => true },
    ...['draftkings', 'fanduel', 'pinnacle'].map(
      (book): Wish => ({
        channel: 'odds',
        key,
        filter: { sportsbooks: [book] },
        matches: (i) => SPORTSBOOKS[i] === book,
      }),
    ),
  ]),
  { channel: 'opportunities', key: 'demo_enterprise', filter: {}, matches: () => true },
];

/** Many subscribers, spread over all replicas. */
export class Crowd {
  readonly subscribers: readonly RoamingSubscriber[];
  readonly #upstream: MovingUpstream;
  readonly #agent = new Agent({ bodyTimeout: 0, headersTimeout: 30_000 });

  constructor(size: number, upstream: MovingUpstream, addresses: () => readonly string[]) {
    this.#upstream = upstream;
    this.subscribers = Array.from({ length: size }, (_, i) => {
      const wish = WISHES[i % WISHES.length] as Wish;
      return new RoamingSubscriber(wish, Math.floor(i / WISHES.length), this.#agent, addresses);
    });
  }

  /** Subscribers that are connected to a replica. */
  at(url: string): RoamingSubscriber[] {
    return this.subscribers.filter((one) => one.url === url);
  }

  /** Resolves with the milliseconds until a condition holds for these subscribers. */
  async until(
    what: string,
    holds: (subscriber: RoamingSubscriber) => boolean,
    of: readonly RoamingSubscriber[] = this.subscribers,
  ): Promise<number> {
    const begun = performance.now();
    for (let left = of; ; await pause(LOOK_MS)) {
      left = left.filter((one) => !holds(one));
      const ms = performance.now() - begun;
      if (left.length === 0) return ms;
      if (ms > GIVE_UP_MS) {
        const states = left.map((one) => this.#describe(one));
        const some = [...Map.groupBy(states, (state) => state)].map(
          ([s, { length }]) => `${length}: ${s}`,
        );
        throw new Error(`${left.length} of ${of.length} never ${what}.\n${some.join('\n')}`);
      }
    }
  }

  /** Resolves with the milliseconds until these subscribers have seen what upstream changes from now on. */
  untilUpToDate(of: readonly RoamingSubscriber[] = this.subscribers): Promise<number> {
    const { tick } = this.#upstream;
    return this.until('saw a change', ({ newest }) => newest > tick, of);
  }

  /** How long a subscriber's row is wrong, at the most, in milliseconds. */
  wrongFor({ wish, held }: RoamingSubscriber): number {
    return this.#upstream[wish.channel].wrongFor(held, wish.matches, performance.now());
  }

  #describe(one: RoamingSubscriber): string {
    const { url, state, message, wish } = one;
    const isRight = this.wrongFor(one) === 0 ? 'right' : 'wrong';
    return `${wish.key} ${wish.channel} at ${url}, ${state} (${message}), ${isRight}`;
  }

  async close(): Promise<void> {
    for (const one of this.subscribers) one.close();
    await this.#agent.destroy();
  }
}
