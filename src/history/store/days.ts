/** Days are those of UTC, counted from 1970-01-01. */
export const DAY_MS = 86_400_000;

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

export function startOf(day: number): number {
  return day * DAY_MS;
}

/** The table with the points of a day, such as `points_20261123`. */
export function tableOf(day: number): string {
  return `points_${new Date(startOf(day)).toISOString().slice(0, 10).replaceAll('-', '')}`;
}
