import type { Odds } from '../../contract/odds/odds.ts';
import type { HistoricEvent, Point } from '../series.ts';

/** How many events are remembered. One that was forgotten is stored once more, which changes nothing. */
const EVENTS_MAX = 20_000;

interface KnownEvent {
  readonly event: HistoricEvent;
  /** Sportsbooks may state different starts: that of the first one counts. */
  readonly sportsbook: string;
  /** The first one to say that play has begun, before it was scheduled; null if none has. */
  readonly early: string | null;
}

/**
 * The events of recorded prices: when they start, and when play began. That is when the first price is in play: but
 * before the scheduled start, one sportsbook alone may be wrong, and play begins when a second one says so.
 */
export class RecordedEvents {
  readonly #known = new Map<string, KnownEvent>();
  /** Until when prices were recorded before. */
  readonly #recordedTo: number;

  constructor(recordedTo: number) {
    this.#recordedTo = recordedTo;
  }

  /** An event as it was last stored. */
  known(id: string): HistoricEvent | null {
    return this.#known.get(id)?.event ?? null;
  }

  /** The event of a row, if the store does not know it. */
  ofRow(row: Odds): HistoricEvent | null {
    if (this.#known.has(row.event_id)) return null;
    return this.#put(row, { startsAt: startOf(row), startedAt: null, early: null });
  }

  /**
   * The event of a new point, if the store has to know something new of it: its start has changed, play has begun,
   * or the point is of before play but came later. `isWatched`: whether the point was seen when it happened.
   */
  ofPoint(row: Odds, point: Omit<Point, 'status'>, isWatched: boolean): HistoricEvent | null {
    const known = this.#known.get(row.event_id);
    const isStated = known === undefined || known.sportsbook === row.sportsbook;
    const startsAt = isStated ? startOf(row, point.at) : known.event.startsAt;
    let startedAt = known?.event.startedAt ?? null;
    let early = known?.early ?? null;
    if (startedAt === null && point.isLive) {
      const scheduled = Math.min(Math.max(startsAt, this.#recordedTo), point.at);
      const liveAt = isWatched && known !== undefined ? point.at : scheduled;
      if (liveAt >= startsAt) startedAt = early === null ? liveAt : startsAt;
      else if (early !== null && early !== row.sportsbook) startedAt = liveAt;
      else early = row.sportsbook;
    }
    const isLate = startedAt !== null && !point.isLive && point.at <= startedAt;
    const isSame = known?.event.startsAt === startsAt && known.event.startedAt === startedAt;
    if (isSame && !isLate && known.early === early) return null;
    return this.#put(row, { startsAt, startedAt, early });
  }

  #put(
    row: Odds,
    {
      startsAt,
      startedAt,
      early,
    }: Pick<HistoricEvent, 'startsAt' | 'startedAt'> & Pick<KnownEvent, 'early'>,
  ): HistoricEvent {
    const sportsbook = this.#known.get(row.event_id)?.sportsbook ?? row.sportsbook;
    const event: HistoricEvent = {
      id: row.event_id,
      sport: row.sport,
      league: row.league,
      homeTeam: row.home_team ?? null,
      awayTeam: row.away_team ?? null,
      startsAt,
      startedAt,
    };
    this.#known.set(event.id, { event, sportsbook, early });
    const [oldest] = this.#known.size > EVENTS_MAX ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    return event;
  }
}

/** When an event starts; for one that states no time, `otherwise`. */
function startOf(row: Odds, otherwise = 0): number {
  const stated = Date.parse(row.event_start_time);
  return Number.isNaN(stated) ? otherwise : stated;
}
