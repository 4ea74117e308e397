import { POINT_STATUSES, type Point } from '../series.ts';

const LIVE = 1;
const STATUS_SHIFT = 1;

/** Whether a point is in play, and its status, as one small number. */
export function flagsOf({ isLive, status }: Pick<Point, 'isLive' | 'status'>): number {
  return (isLive ? LIVE : 0) + (POINT_STATUSES.indexOf(status) << STATUS_SHIFT);
}

export function fromFlags(flags: number): Pick<Point, 'isLive' | 'status'> {
  return {
    isLive: (flags & LIVE) !== 0,
    status: POINT_STATUSES[flags >> STATUS_SHIFT] ?? 'removed',
  };
}

const OPEN_BELOW = POINT_STATUSES.indexOf('suspended') << STATUS_SHIFT;

/** Whether a point's flags are of a price that could be bet. */
export function isOpen(flags: number): boolean {
  return flags < OPEN_BELOW;
}

/** The same in SQL, of the column `flags`: so with `p.` in front, of the table `p`. */
export const IS_OPEN = `flags < ${OPEN_BELOW}`;
/** Likewise: whether a point's flags are of a price that has not been removed. */
export const IS_LISTED = `flags < ${POINT_STATUSES.indexOf('removed') << STATUS_SHIFT}`;
/** Likewise: whether a point's flags are of a price before play. */
export const IS_BEFORE_PLAY = 'flags % 2 = 0';
