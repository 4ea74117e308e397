import { EventEmitter } from 'node:events';
import { oddsRow } from '../../harness/odds-rows.ts';
import { type MovingUpstream, ODDS } from './moving-upstream.ts';
import { RoamingSubscriber, type Wish } from './roaming-subscriber.ts';

/** How long a condition is waited for at the most. */
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
  /** Emits `change` with a subscriber that has connected, lost its stream or received something. */
  readonly #changes = new EventEmitter<{ change: [RoamingSubscriber] }>();

  constructor(size: number, upstream: MovingUpstream, addresses: () => readonly string[]) {
    this.#upstream = upstream;
    this.subscribers = Array.from({ length: size }, (_, i) => {
      const wish = WISHES[i % WISHES.length] as Wish;
      return new RoamingSubscriber(wish, Math.floor(i / WISHES.length), {
        addresses,
        onChange: (changed) => this.#changes.emit('change', changed),
      });
    });
  }

  /** Resolves once a replica has sent all prices to a subscriber of its own, which then leaves. */
  async ask(url: string): Promise<void> {
    const [wish] = WISHES as [Wish];
    const { promise: has, resolve } = Promise.withResolvers<void>();
    const one = new RoamingSubscriber(wish, 0, {
      addresses: () => [url],
      onChange: ({ held }) => held.size > 0 && resolve(),
    });
    await has;
    one.close();
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
    const left = new Set(of.filter((one) => !holds(one)));
    if (left.size === 0) return 0;
    const { promise: held, resolve, reject } = Promise.withResolvers<void>();
    const look = (changed: RoamingSubscriber) => {
      if (left.has(changed) && holds(changed)) left.delete(changed);
      if (left.size === 0) resolve();
    };
    const timer = setTimeout(
      () => reject(new Error(`${left.size} of ${of.length} never ${what}.\n${this.#list(left)}`)),
      GIVE_UP_MS,
    );
    this.#changes.on('change', look);
    try {
      await held;
      return performance.now() - begun;
    } finally {
      this.#changes.off('change', look);
      clearTimeout(timer);
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

  /** The states of subscribers, with the number of those in each. */
  #list(subscribers: Iterable<RoamingSubscriber>): string {
    const states = Map.groupBy(subscribers, (one) => this.#describe(one));
    return Array.from(states, ([state, { length }]) => `${length}: ${state}`).join('\n');
  }

  #describe(one: RoamingSubscriber): string {
    const { url, state, message, wish } = one;
    const isRight = this.wrongFor(one) === 0 ? 'right' : 'wrong';
    return `${wish.key} ${wish.channel} at ${url}, ${state} (${message}), ${isRight}`;
  }

  close(): void {
    for (const one of this.subscribers) one.close();
  }
}
