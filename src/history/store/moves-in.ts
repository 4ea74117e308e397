import type { Move, SeriesFilter } from '../history-store.ts';
import type { SeriesId } from '../series.ts';
import { dayOf } from './days.ts';
import { IS_OPEN } from './flags.ts';
import type { Sql } from './sql.ts';
import { type PointRow, toPoint } from './sql-points.ts';
import {
  conditionsOf,
  FROM_SERIES,
  SERIES_COLUMNS,
  type StoredSeries,
  toEvent,
  toSeries,
} from './table-rows.ts';

/** What stood of a bet, and the newest point of the series that has the bet now. */
interface MoveRow extends PointRow, StoredSeries {
  /** The series that had the bet then. */
  readonly before_id: SeriesId;
  readonly new_at: number;
  readonly new_american: number;
  readonly new_line: number | null;
  readonly new_flags: number;
}

const NEW_POINT = 'new_at, new_american, new_line, new_flags';

/** What all series of a bet have in common, beside the player, who may be null, and the line. */
const BET = ['event', 'sportsbook', 'market_type', 'selection', 'selection_type'];

/** By how much a database may be off that computes with less precision. */
const ROUNDING = 1e-6;

/** In SQL: the implied probability of a price, as `impliedProbability` computes it. */
function impliedBy(american: string): string {
  return `CASE WHEN ${american} > 0 THEN 100.0 / (${american} + 100) ELSE ${american} / (${american} - 100.0) END`;
}

/** What `HistoryReader.movesSince` reads. `since` must not be before the first record; `days` are those that have tables. */
export async function movesIn(
  sql: Sql,
  days: readonly number[],
  filter: SeriesFilter,
  since: number,
  minPercent: number,
  limit: number,
): Promise<Move[]> {
  const first = days.findLast((day) => day <= dayOf(since));
  const newest = days.at(-1);
  if (first === undefined || newest === undefined) return [];
  const [then, now] = [sql.dayTable(first), sql.dayTable(newest)];
  const { where, values } = conditionsOf(sql, filter, 5);
  const size = `abs(${impliedBy('new_american')} - ${impliedBy('american')})`;
  const hasMoved = `${size} > 0 AND ${size} >= $4`;
  // One statement, because nearly all prices are left out, and to pass them on would take most of the time. It begins with
  // the series that have changed since, or are gone: not in the newest day. A series `stays` if it is open at the same line
  // then and now. Of the others, one may have the bet that another one had.
  const moved = await sql.all<MoveRow>(
    `WITH stood AS (
       SELECT q.id, q.at AS new_at, q.american AS new_american, q.line AS new_line, q.flags AS new_flags, ${then.columns}
       FROM (
         SELECT s.id, ${now.columns} ${FROM_SERIES} ${sql.joinNewest(now, 's.id', 'true', 'LEFT')}
         WHERE e.last_day >= $1 AND (p.${now.clock} > $2 OR p.${now.clock} IS NULL) AND ${where}
       ) q ${sql.joinNewest(then, 'q.id', `${then.clock} <= ${since - then.zero}`, 'LEFT')}
     ), changed AS MATERIALIZED (
       SELECT * FROM (
         SELECT *, coalesce(new_${IS_OPEN} AND ${IS_OPEN} AND new_line IS NOT DISTINCT FROM line, false) AS stays FROM stood
       ) c WHERE NOT stays OR (${hasMoved})
     ), others AS MATERIALIZED (
       SELECT c.*, ${BET.map((column) => `s.${column}`).join(', ')}, s.player
       FROM changed c JOIN series s ON s.id = c.id WHERE NOT stays
     ), bets AS (
       SELECT id, id AS before_id, ${NEW_POINT}, at, american, line, flags FROM changed WHERE stays
       UNION ALL
       SELECT n.id, b.id, ${NEW_POINT.replaceAll('new', 'n.new')}, b.at, b.american, b.line, b.flags
       FROM others n JOIN others b ON ${BET.map((column) => `b.${column} = n.${column}`).join(' AND ')}
         AND b.player IS NOT DISTINCT FROM n.player AND b.line IS NOT DISTINCT FROM n.new_line
       WHERE n.new_${IS_OPEN} AND b.${IS_OPEN}
     )
     SELECT m.*, ${SERIES_COLUMNS} FROM (
       SELECT *, ${size} AS size FROM bets WHERE ${hasMoved} ORDER BY size DESC, id LIMIT $3
     ) m JOIN series s ON s.id = m.id JOIN events e ON e.number = s.event ORDER BY size DESC, s.id`,
    newest,
    since - now.zero,
    limit,
    minPercent / 100 - ROUNDING,
    ...values,
  );
  const daysSince = days.filter((day) => day >= first);
  const firstMoves = await firstMovesAfter(sql, daysSince, moved, since);
  return moved.map((row) => ({
    series: toSeries(row),
    event: toEvent(row),
    before: toPoint(row),
    point: toPoint({
      at: row.new_at,
      american: row.new_american,
      line: row.new_line,
      flags: row.new_flags,
    }),
    firstMoveAt: firstMoves.get(row.id) ?? row.new_at,
  }));
}

/**
 * When each bet first had another open price than at a time, or the series that had it first went to another line.
 * `days` begin with that of the time.
 */
async function firstMovesAfter(
  sql: Sql,
  days: readonly number[],
  moved: readonly MoveRow[],
  time: number,
): Promise<Map<SeriesId, number>> {
  const then = sql.dayTable(days[0] ?? dayOf(time));
  const stood = sql.joinNewest(then, 'f.b', `${then.clock} <= ${time - then.zero}`);
  const pairs = JSON.stringify(moved.map(({ id, before_id }) => [id, before_id]));
  const found = new Map<SeriesId, number>();
  for (const day of days.toReversed()) {
    const { name, clock, zero } = sql.dayTable(day);
    const rows = await sql.all<{ n: SeriesId; at: number | null }>(
      `WITH f AS MATERIALIZED (
         SELECT CAST(value ->> 0 AS integer) AS n, CAST(value ->> 1 AS integer) AS b FROM ${sql.objects('$1')}
       )
       SELECT f.n, (
         SELECT min(c.${clock}) FROM ${name} c WHERE c.series IN (f.n, f.b) AND c.${clock} > ${time - zero} AND c.${IS_OPEN}
         AND CASE WHEN c.line IS NOT DISTINCT FROM p.line THEN c.american <> p.american ELSE c.series = f.b END
       ) + ${zero} AS at FROM f ${stood}`,
      pairs,
    );
    for (const { n, at } of rows) if (at !== null) found.set(n, at);
  }
  return found;
}
