import { evOpportunity, oddsDelta, oddsRow } from '../../harness/odds-rows.ts';
import { type ScriptedStream, ScriptedUpstream } from '../../harness/servers/scripted-upstream.ts';
import { MovingBoard } from './moving-board.ts';

const TICK_MS = 200;
/** The number of prices. */
export const ODDS = 300;
const OPPORTUNITIES = 40;

/** Prices in groups of three that move together, one of each sportsbook of `oddsRow`. */
const ODDS_GROUPS = Array.from({ length: ODDS / 3 }, (_, group) => {
  const first = Math.floor(group / 4) * 12 + (group % 4);
  return [first, first + 4, first + 8];
});

/** How many streams upstream has open for one account and channel. */
interface OpenStreams {
  count: number;
  /** Since when there has been more than one; null if there is one at most. */
  doubledAt: number | null;
}

/** What was seen of the streams since the last call of `takeStreams`. */
export interface StreamsSeen {
  /** The most streams of one account and channel at any moment. */
  readonly most: number;
  /** How long there was more than one at the longest, in milliseconds. */
  readonly doubledMs: number;
}

/** An upstream whose prices and opportunities move all the time. It counts streams as they open and close. */
export class MovingUpstream {
  readonly odds = new MovingBoard(ODDS_GROUPS);
  readonly opportunities = new MovingBoard(
    Array.from({ length: OPPORTUNITIES }, (_, group) => [group]),
  );
  readonly #upstream: ScriptedUpstream;
  readonly #open = new Map<string, OpenStreams>();
  #seen = { most: 0, doubledMs: 0 };
  #tick = 0;
  #timer: NodeJS.Timeout | null = null;

  private constructor(upstream: ScriptedUpstream) {
    this.#upstream = upstream;
    upstream.onStream = (stream) => this.#accept(stream);
  }

  static async open(): Promise<MovingUpstream> {
    return new MovingUpstream(await ScriptedUpstream.open());
  }

  get url(): string {
    return this.#upstream.url.href;
  }

  /** The number of the last change. */
  get tick(): number {
    return this.#tick;
  }

  /** The present number of streams by account and channel. */
  get streams(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#open, ([name, { count }]) => [name, count]));
  }

  /** The streams since the last call. */
  takeStreams(): StreamsSeen {
    const seen = this.#seen;
    const counts = [...this.streams.values()];
    this.#seen = { most: Math.max(...counts), doubledMs: 0 };
    return seen;
  }

  /** Moves prices until `rest`. */
  start(): void {
    this.#timer ??= setInterval(() => this.#move(), TICK_MS);
  }

  rest(): void {
    clearInterval(this.#timer ?? undefined);
    this.#timer = null;
  }

  async close(): Promise<void> {
    this.rest();
    await this.#upstream.close();
  }

  #accept(stream: ScriptedStream): void {
    this.#count(stream);
    if (isOdds(stream)) {
      stream.open(Array.from(this.odds.listed(), ([i, version]) => oddsRow(i, version)));
      return;
    }
    const open = Array.from(this.opportunities.listed(), opportunity);
    stream.openOpportunities('ev:detected', open);
  }

  #count(stream: ScriptedStream): void {
    const name = `${stream.key} ${isOdds(stream) ? 'odds' : 'opportunities'}`;
    const open = this.#open.get(name) ?? { count: 0, doubledAt: null };
    this.#open.set(name, open);
    open.count += 1;
    if (open.count > 1) open.doubledAt ??= performance.now();
    this.#seen.most = Math.max(this.#seen.most, open.count);
    void stream.closed.then(() => {
      open.count -= 1;
      if (open.count > 1 || open.doubledAt === null) return;
      this.#seen.doubledMs = Math.max(this.#seen.doubledMs, performance.now() - open.doubledAt);
      open.doubledAt = null;
    });
  }

  #move(): void {
    this.#tick += 1;
    const now = performance.now();
    const odds = this.odds.move(this.#tick, now);
    const opportunities = this.opportunities.move(this.#tick, now);
    for (const stream of this.#upstream.streams.filter((one) => one.isOpen)) {
      if (isOdds(stream)) {
        stream.remove(...odds.withdrawn.map(String));
        stream.update(...odds.moved.map((i) => oddsDelta(i, this.#tick)));
        if (odds.listed.length > 0) stream.snapshot(odds.listed.map((i) => oddsRow(i, this.#tick)));
      } else {
        stream.send('ev:expired', { expired: opportunities.withdrawn.map(String) });
        const detected = [...opportunities.moved, ...opportunities.listed];
        const open = detected.map((i) => opportunity([i, this.#tick]));
        stream.send('ev:detected', open);
      }
    }
  }
}

/** Later versions of an opportunity have a higher expected value. */
function opportunity([i, version]: readonly [number, number]) {
  return evOpportunity({ id: String(i), ev_percentage: 2 + version, sportsbook: 'draftkings' });
}

function isOdds({ path }: ScriptedStream): boolean {
  return path.includes('channel=odds');
}
