import { lruCache } from '../../caching/lru-cache.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { HistoricEvent, Point } from '../series.ts';

/** How many events are remembered. One that was forgotten is stored once more, which changes nothing. */
const EVENTS_MAX = 20_000;

interface KnownEvent {
  readonly event: HistoricEvent;
  /** The sportsbook that was the first to have a price in play before the scheduled start; null if none has had one. */
  readonly earlyBook: string | null;
}

/** The prices of a sportsbook that state the same start of an event. */
interface Stated {
  readonly listed: Set<string>;
  /** How many count: also those that are no longer listed, until the sportsbook states another start. */
  counted: number;
}

/**
 * The events of recorded prices: when they start, and when play began. That is when the first price is in play: but
 * before the scheduled start, one sportsbook alone may be wrong, and play begins when a second one says so.
 */
export class RecordedEvents {
  readonly #known = lruCache<KnownEvent>(EVENTS_MAX);
  /** By event, sportsbook and start. */
  readonly #stated = lruCache<Map<string, Map<number, Stated>>>(EVENTS_MAX);
  /** Until when prices were recorded before. */
  readonly #recordedTo: number;

  constructor(recordedTo: number) {
    this.#recordedTo = recordedTo;
  }

  /** An event as it was last stored. */
  known(id: string): HistoricEvent | null {
    return this.#known.get(id)?.event ?? null;
  }

  /** Notes when a price says that its event starts, or that the price is no longer listed. */
  note({ event_id, event_start_time, id, sportsbook }: Odds, isListed = true): void {
    const books = this.#stated.get(event_id) ?? new Map<string, Map<number, Stated>>();
    const starts = books.get(sportsbook) ?? new Map<number, Stated>();
    for (const { listed } of starts.values()) listed.delete(id);
    const start = Date.parse(event_start_time);
    if (!isListed || Number.isNaN(start)) return;
    const stated = starts.get(start) ?? { listed: new Set(), counted: 0 };
    stated.listed.add(id);
    for (const [at, other] of starts) {
      if (other === stated) continue;
      other.counted = other.listed.size;
      if (other.counted === 0) starts.delete(at);
    }
    stated.counted = Math.max(stated.counted, stated.listed.size);
    starts.set(start, stated);
    books.set(sportsbook, starts);
    this.#stated.set(event_id, books);
  }

  /** The event of a row that has been noted, if the store does not know it as it is now. */
  ofRow(row: Odds): HistoricEvent | null {
    const { event, earlyBook = null } = this.#known.get(row.event_id) ?? {};
    const startsAt = this.#startOf(row, event?.startsAt ?? 0);
    if (event?.startsAt === startsAt) return null;
    return this.#put(row, startsAt, event?.startedAt ?? null, earlyBook);
  }

  /**
   * The event of a new point, if the store has to know something new of it: its start has changed, play has begun,
   * or the point is of before play but came later. `isWatched`: whether the point was seen when it happened.
   */
  ofPoint(row: Odds, point: Omit<Point, 'status'>, isWatched: boolean): HistoricEvent | null {
    const known = this.#known.get(row.event_id);
    const startsAt = this.#startOf(row, known?.event.startsAt || point.at); // 0 was stored if no price had stated it.
    let startedAt = known?.event.startedAt ?? null;
    let earlyBook = known?.earlyBook ?? null;
    if (startedAt === null && point.isLive) {
      // What nobody saw happen: in the time that was not watched, as near to the scheduled start as possible.
      const scheduled = Math.min(Math.max(startsAt, this.#recordedTo), point.at);
      const liveAt = isWatched && known !== undefined ? point.at : scheduled;
      // If a sportsbook was early, prices have been in play since the scheduled start.
      if (liveAt >= startsAt) startedAt = earlyBook === null ? liveAt : startsAt;
      else if (earlyBook !== null && earlyBook !== row.sportsbook) startedAt = liveAt;
      else earlyBook = row.sportsbook;
    }
    const isLate = startedAt !== null && !point.isLive && point.at <= startedAt;
    const isSame = known?.event.startsAt === startsAt && known.event.startedAt === startedAt;
    if (isSame && !isLate && known.earlyBook === earlyBook) return null;
    return this.#put(row, startsAt, startedAt, earlyBook);
  }

  #put(
    row: Odds,
    startsAt: number,
    startedAt: number | null,
    earlyBook: string | null,
  ): HistoricEvent {
    const event: HistoricEvent = {
      id: row.event_id,
      sport: row.sport,
      league: row.league,
      homeTeam: row.home_team ?? null,
      awayTeam: row.away_team ?? null,
      startsAt,
      startedAt,
    };
    this.#known.set(event.id, { event, earlyBook });
    return event;
  }

  /**
   * The start that most prices of an event state, of equally many the earliest; `otherwise` if none states any. A start
   * that no listed price states any more does not count once several sportsbooks list a later one: the event is postponed.
   */
  #startOf({ event_id }: Odds, otherwise: number): number {
    const counted = new Map<number, number>();
    /** How many sportsbooks list each start. */
    const books = new Map<number, number>();
    for (const starts of this.#stated.get(event_id)?.values() ?? []) {
      for (const [start, stated] of starts) {
        counted.set(start, (counted.get(start) ?? 0) + stated.counted);
        if (stated.listed.size > 0) books.set(start, (books.get(start) ?? 0) + 1);
      }
    }
    const listedBySeveral = [...books].filter(([, count]) => count > 1).map(([start]) => start);
    const postponedTo = Math.max(...listedBySeveral);
    const [first] = [...counted]
      .filter(([start]) => books.has(start) || start >= postponedTo)
      .sort(([start, some], [other, others]) => others - some || start - other);
    return first?.[0] ?? otherwise;
  }
}
