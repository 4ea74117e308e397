import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../src/scheduling/clock.ts';
import type { Exchange, Fault } from '../../harness/servers/fault-proxy.ts';
import {
  answer,
  cut,
  cutInBody,
  hang,
  html,
  rateLimited,
  truncate,
} from '../../harness/servers/faults.ts';

const slow: Fault = async ({ relay }) => {
  await pause(2_000);
  await relay();
};

/** What happens to every fortieth request, in turn. */
const REQUESTS: readonly Fault[] = [
  cut,
  slow,
  html(502),
  cutInBody,
  rateLimited({ 'retry-after': '1' }),
  answer(500),
  truncate,
  hang,
  answer(503),
];
const EACH = 40;

/** What happens to the first attempts to open a stream again after all streams have been cut, in turn. */
const STREAMS: readonly Fault[] = [cut, html(502), answer(503), hang, slow];
const STREAMS_EVERY_MS = 75_000;

/** From time to time upstream is away as a whole. */
const OUTAGES_EVERY_MS = 10 * 60_000;
const OUTAGE_MS = 20_000;

/** The faults of an upstream that has a bad hour: the same ones in each run, in the same order. */
export class Troubles {
  readonly #streams = new Set<ServerResponse>();
  #isAway = false;
  #requests = 0;
  #cuts = 0;
  #reopening: Fault | null = null;
  #faults = 0;

  constructor() {
    systemClock.every(STREAMS_EVERY_MS, () => {
      this.#reopening = STREAMS[this.#cuts++ % STREAMS.length] ?? null;
      this.#cutStreams();
    });
    systemClock.every(OUTAGES_EVERY_MS, () => {
      this.#isAway = true;
      this.#cutStreams();
      systemClock.after(OUTAGE_MS, () => {
        this.#isAway = false;
      });
    });
  }

  /** The number of faults since the last call. */
  take(): number {
    const faults = this.#faults;
    this.#faults = 0;
    return faults;
  }

  readonly meet: Fault = (exchange) => {
    const fault = this.#faultFor(exchange);
    if (fault === null) return exchange.relay();
    this.#faults += 1;
    return fault(exchange);
  };

  #faultFor({ seen, response }: Exchange): Fault | null {
    if (this.#isAway) return cut;
    if (!seen.route.startsWith('/stream')) {
      this.#requests += 1;
      const nth = this.#requests / EACH;
      return Number.isInteger(nth) ? (REQUESTS[nth % REQUESTS.length] ?? null) : null;
    }
    this.#streams.add(response);
    response.once('close', () => this.#streams.delete(response));
    const fault = this.#reopening;
    this.#reopening = null;
    return fault;
  }

  #cutStreams(): void {
    for (const response of this.#streams) response.destroy();
    this.#faults += this.#streams.size;
  }
}
