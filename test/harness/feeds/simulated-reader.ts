import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { SharedStream } from '../../../src/live/stream/shared-stream.ts';
import type { FeedStatusEvent } from '../../../src/live/topics/feed-status.ts';
import type { OddsPayload } from '../../../src/live/topics/odds-projection.ts';
import type { Subscriber } from '../../../src/live/topics/subscriber.ts';
import { OddsModel } from '../../../src/models/odds.ts';
import { LiveMirror, type OddsEvent } from '../clients/live-mirror.ts';
import { oddsSpec, type Wish } from './odds-streams.ts';

/** What a client keeps of a price. */
export interface Kept {
  readonly id: string;
  readonly key: string;
  readonly decimal: number;
  readonly line: number | null;
  readonly isLive: boolean;
  readonly changedAt: string | null;
}

type Shown = OddsEvent<Kept> & {
  readonly cursor?: string;
  readonly isLast?: boolean;
  readonly total?: number;
  readonly state?: string;
};

/** A client that reads whatever the shipped shared stream of a replica has for it. */
export class SimulatedReader {
  /** The prices that it was told, by key. */
  readonly mirror = new LiveMirror<Kept>();
  /** The state that it was told last; READY also if it got a snapshot without one. */
  state: string | null = null;
  cursor: string | null = null;
  /** What it was told and must not be; null if nothing. */
  problem: string | null = null;
  #subscriber: Subscriber<Odds, OddsPayload> | null = null;
  readonly #onRemoval: (id: string) => void;
  readonly #onRead: (events: readonly Shown[]) => void;
  #chunkSize = 0;
  /** Events that have arrived but are not processed yet. */
  readonly #arrived: Shown[] = [];
  /** How many prices of the snapshot in progress it has, and how many are still to come. */
  #has = 0;
  #missing = 0;
  /** The newest version of each price that it was told. */
  readonly #decimals = new Map<string, number>();

  /** `onRead` is called with the events of each chunk when it arrives. */
  constructor(
    onRemoval: (id: string) => void = () => {},
    onRead: (events: readonly Shown[]) => void = () => {},
  ) {
    this.#onRemoval = onRemoval;
    this.#onRead = onRead;
  }

  /** Goes to a stream, with what it holds and its cursor. Few rows in an event make several of a snapshot. */
  subscribe(stream: SharedStream<Odds, OddsPayload>, { chunkSize = 5, ...wish }: Wish = {}): void {
    this.close();
    this.#arrived.length = 0;
    this.#missing = 0;
    this.#chunkSize = chunkSize;
    this.#subscriber = stream.subscribe(
      oddsSpec({ ...wish, chunkSize, resumeCursor: this.cursor }),
    );
  }

  /** Reads at once whenever there is something, unless it pauses. */
  follow(isPaused = () => false): void {
    this.#subscriber?.onWake(() => {
      if (!isPaused()) this.read();
    });
  }

  /** Reads all available events, or at most `events`. */
  read(events = Number.POSITIVE_INFINITY): void {
    for (let i = 0; i < events; i += 1) {
      if (this.#arrived.length === 0) this.#arrived.push(...this.#readChunk());
      const event = this.#arrived.shift();
      if (event === undefined) return;
      this.#take(event);
    }
  }

  close(): void {
    this.#subscriber?.close();
  }

  /** Shares encoded chunks with other readers, as transports do. */
  #readChunk(): readonly Shown[] {
    const chunk = this.#subscriber?.read() ?? null;
    if (chunk === null) return [];
    const encoded = (chunk.encodings.get('shown') as Shown[]) ?? chunk.payloads.map(shownOf);
    chunk.encodings.set('shown', encoded);
    this.#onRead(encoded);
    return encoded;
  }

  #take(event: Shown): void {
    this.problem ??= this.#problemOf(event);
    this.cursor = event.cursor ?? this.cursor;
    this.mirror.apply(event);
    switch (event.__typename) {
      case 'FeedStatus':
        if (event.state !== 'NOTICE') this.state = event.state ?? null;
        break;
      case 'OddsRemoval':
        for (const id of event.ids) this.#onRemoval(id);
        break;
      default:
        this.state ??= 'READY';
    }
  }

  #problemOf(event: Shown): string | null {
    if (!isLater(event.cursor, this.cursor)) this.#decimals.clear();
    if (event.__typename === 'OddsRemoval') for (const id of event.ids) this.#decimals.delete(id);
    const isWhole = 'offset' in event ? this.#isNextPart(event) : this.#missing === 0;
    if (!isWhole) return 'The parts of a snapshot are not in order.';
    if (!('odds' in event)) return null;
    if (event.odds.length > this.#chunkSize) return `An event has ${event.odds.length} rows.`;
    for (const { id, decimal } of event.odds) {
      if (decimal < (this.#decimals.get(id) ?? 0)) return `The price of row ${id} went back.`;
      this.#decimals.set(id, decimal);
    }
    return null;
  }

  #isNextPart(part: Extract<Shown, { readonly offset: number }>): boolean {
    if (this.#missing === 0) this.#has = 0;
    const isNext = part.offset === this.#has;
    this.#has += part.odds.length;
    this.#missing = (part.total ?? 0) - this.#has;
    return isNext && part.isLast === (this.#missing === 0);
  }
}

/** Not of another epoch or filter, and not of an earlier version, as a replica has it that was cut off. */
function isLater(cursor: string | null = null, before: string | null): boolean {
  if (cursor === null || before === null) return true;
  const [epoch, version] = cursor.split('.');
  const [epochBefore, versionBefore] = before.split('.');
  return epoch === epochBefore && Number(version) >= Number(versionBefore);
}

function shownOf(payload: OddsPayload | FeedStatusEvent): Shown {
  if (!('odds' in payload)) return payload;
  return { ...payload, odds: payload.odds.map(keptOf) };
}

function keptOf({ id, key, decimal, line, isLive, changedAt }: OddsModel): Kept {
  return { id: String(id), key, decimal, line, isLive, changedAt };
}

/** The keys of prices that a client holds, and upstream has not, or in another state; and of those that it lacks. */
export function differences(held: ReadonlyMap<string, Kept>, rows: Iterable<Odds>): string[] {
  const expected = new Map(
    Array.from(rows, (row) => keptOf(new OddsModel(row))).map((row) => [row.key, row]),
  );
  const keys = [...held.keys()].filter((key) => !expected.has(key));
  for (const [key, one] of expected) {
    const other = held.get(key);
    const names = Object.keys(one) as (keyof Kept)[];
    if (names.some((name) => other?.[name] !== one[name])) keys.push(key);
  }
  return keys;
}
