import { pino } from 'pino';
import { type App, type AppOptions, startApp } from '../../../src/app.ts';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { TIERS, type Tier } from '../../../src/contract/tiers.ts';
import { API_PREFIX } from '../../../src/contract/wire.ts';
import { openFeed } from '../../../src/origin/feeds/open-price-feed.ts';
import type { PriceFeed } from '../../../src/origin/feeds/price-feed.ts';
import { startOrigin } from '../../../src/origin/origin.ts';
import type { TrustedDocumentsOptions } from '../../../src/transports/http/resolve-trusted-documents.ts';
import { ManualClock } from '../manual-clock.ts';
import { FaultProxy } from './fault-proxy.ts';

export interface BoardGraphOptions {
  /** The simulated board by default. */
  readonly feed?: (clock: ManualClock) => PriceFeed;
  readonly rateLimits?: Partial<Record<Tier, number>>;
  /** The keys that the page offers; all demo keys by default. */
  readonly demoKeys?: Readonly<Record<string, string>>;
  readonly acceptsApiKeys?: boolean;
  readonly viewers?: AppOptions['viewers'];
  readonly trustedDocuments?: TrustedDocumentsOptions;
  readonly corsOrigins?: readonly string[];
}

const DEMO_KEYS = Object.fromEntries(TIERS.map((tier) => [tier, `demo_${tier}`]));

const UNLIMITED = Object.fromEntries(TIERS.map((tier) => [tier, 1_000_000]));

/** The live board over the real origin. The graph can be stopped and started again at its address. */
export class BoardGraph {
  readonly proxy: FaultProxy;
  readonly clock = new ManualClock();
  readonly #originClock: ManualClock;
  readonly #originUrl: string;
  readonly #start: (port: number) => Promise<App>;
  readonly #stopOrigin: () => Promise<void>;
  #app: App | null = null;
  /** Any free one at first, and the same one from then on. */
  #port = 0;

  private constructor(
    options: BoardGraphOptions,
    originClock: ManualClock,
    origin: { readonly url: string; stop(): Promise<void> },
    proxy: FaultProxy,
  ) {
    this.proxy = proxy;
    this.#originClock = originClock;
    this.#originUrl = origin.url;
    this.#stopOrigin = () => origin.stop();
    const { demoKeys = DEMO_KEYS, acceptsApiKeys = true, viewers = null } = options;
    this.#start = (port) =>
      startApp({
        host: '127.0.0.1',
        port,
        baseUrl: proxy.url,
        clock: this.clock,
        log: pino({ level: 'silent' }),
        backoffMs: 1,
        board: { demoKeys },
        acceptsApiKeys,
        viewers,
        trustedDocuments: options.trustedDocuments ?? null,
        corsOrigins: options.corsOrigins ?? null,
      });
  }

  static async start(options: BoardGraphOptions = {}): Promise<BoardGraph> {
    const originClock = new ManualClock();
    const origin = await startOrigin({
      clock: originClock,
      feed:
        options.feed?.(originClock) ??
        openFeed({ clock: originClock, feed: 'simulation', seed: 1 }),
      port: 0,
      rateLimits: { ...UNLIMITED, ...options.rateLimits },
    });
    const proxy = await FaultProxy.open(origin.url);
    const graph = new BoardGraph(options, originClock, origin, proxy);
    await graph.startGraph();
    return graph;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async startGraph(): Promise<void> {
    this.#app = await this.#start(this.#port);
    this.#port = Number(new URL(this.#app.url).port);
  }

  async stopGraph(): Promise<void> {
    await this.#app?.stop();
    this.#app = null;
  }

  /** Lets time pass: prices move, and updates that wait for their interval are sent. */
  pass(seconds = 1): void {
    for (let second = 0; second < seconds; second += 1) {
      this.passAtOrigin(1_000);
      this.clock.advance(1_000);
    }
  }

  /** Lets prices move at the origin, while the graph's time stands still. */
  passAtOrigin(ms: number): void {
    this.#originClock.advance(ms);
  }

  /** The origin's own prices by id, without the graph. */
  async originPrices(path: string, key: string): Promise<Map<string, number>> {
    const prices = new Map<string, number>();
    for (let cursor = ''; ; ) {
      const url = `${this.#originUrl}${API_PREFIX}/odds?${path}&limit=200${cursor && `&cursor=${cursor}`}`;
      const body = await (await fetch(url, { headers: { 'x-api-key': key } })).json();
      for (const { id, odds_american: american } of body.data as Odds[]) prices.set(id, american);
      cursor = body.meta.pagination?.next_cursor ?? '';
      if (cursor === '') return prices;
    }
  }

  async stop(): Promise<void> {
    await this.stopGraph();
    await this.proxy.close();
    await this.#stopOrigin();
  }
}
