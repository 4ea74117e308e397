import { Histogram } from 'prom-client';
import type { Clock } from '../scheduling/clock.ts';

/** Deliveries in one turn of the event loop that share a look at the clock. They take some tenths of a millisecond. */
const DELIVERIES_PER_LOOK = 32;

/** The observations of one channel. */
interface Series {
  /** Observations above the bound of the bucket before and up to the bucket's own; the last bucket has no bound. */
  readonly counts: number[];
  sum: number;
}

/**
 * A histogram by channel of how old something is when it is delivered to a subscriber, in seconds. It is observed so
 * often that the checks of labels in prom-client's `observe`, and a look at the clock each time, would each be a tenth
 * of what a delivery costs.
 */
export class DeliveryHistogram extends Histogram<'channel'> {
  readonly #title: { readonly name: string; readonly help: string };
  readonly #bounds: readonly number[];
  readonly #channels = new Map<string, Series>();
  /** The clock that `#now` was read from: several servers of one process, as in tests, share this histogram. */
  #clock: Clock | null = null;
  #now = 0;
  /** How many more deliveries may use `#now`. */
  #deliveriesLeft = 0;

  constructor(name: string, help: string, bounds: number[]) {
    super({ name, help, labelNames: ['channel'], buckets: bounds });
    this.#title = { name, help };
    this.#bounds = bounds;
  }

  /** Counts a delivery now of what arrived at a time on the clock's monotonic time. */
  addSince(arrivedAt: number, channel: string, clock: Clock): void {
    const seconds = Math.max(0, this.#nowOn(clock) - arrivedAt) / 1_000;
    let series = this.#channels.get(channel);
    if (series === undefined) {
      series = { counts: [...this.#bounds, Number.POSITIVE_INFINITY].map(() => 0), sum: 0 };
      this.#channels.set(channel, series);
    }
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  /** What prom-client's registry prints. Its `get` merges each value's `sharedLabels` into its `labels`. */
  async getForPromString() {
    const values = [...this.#channels].flatMap(([channel, series]) =>
      this.#valuesOf(channel, series),
    );
    return { ...this.#title, type: 'histogram', values, aggregator: 'sum' };
  }

  #nowOn(clock: Clock): number {
    if (this.#deliveriesLeft === 0 || clock !== this.#clock) {
      this.#clock = clock;
      this.#now = clock.monotonic();
      this.#deliveriesLeft = DELIVERIES_PER_LOOK;
      setImmediate(() => {
        this.#deliveriesLeft = 0;
      });
    }
    this.#deliveriesLeft -= 1;
    return this.#now;
  }

  #valuesOf(channel: string, { counts, sum }: Series) {
    const { name } = this.#title;
    const sharedLabels = { channel };
    let count = 0;
    const buckets = counts.map((inBucket, i) => {
      count += inBucket;
      const labels = { le: this.#bounds[i] ?? '+Inf' };
      return { labels, sharedLabels, value: count, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { labels: {}, sharedLabels, value: sum, metricName: `${name}_sum` },
      { labels: {}, sharedLabels, value: count, metricName: `${name}_count` },
    ];
  }
}
