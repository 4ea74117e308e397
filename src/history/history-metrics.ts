import { Counter, Gauge } from 'prom-client';

/* The metrics of the history: loaded, and shown, only where prices over time are kept. */

export const pointsWritten = new Counter({
  name: 'oddsgraph_history_points_written_total',
  help: 'Changes of prices that have been stored.',
});

export const pointsDropped = new Counter({
  name: 'oddsgraph_history_points_dropped_total',
  help: 'Changes of prices that were not recorded, because the store could not be written for too long.',
});

export const historyGaps = new Counter({
  name: 'oddsgraph_history_gaps_total',
  help: 'Gaps in what is recorded: after a restart, an outage of upstream, or one of the store.',
});

export const changesBuffered = new Gauge({
  name: 'oddsgraph_history_changes_buffered',
  help: 'Changes of prices that wait to be stored.',
});

export const historyBytes = new Gauge({
  name: 'oddsgraph_history_bytes',
  help: 'The size of the database of prices over time.',
});

export const newestPointAge = new Gauge({
  name: 'oddsgraph_history_newest_point_age_seconds',
  help: 'Seconds since this process has last stored a point; NaN if it never has, or another replica records.',
});
