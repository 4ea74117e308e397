import { counter, gauge, makeMetrics } from '../observability/named-metrics.ts';

/** The metrics of prices over time: loaded, and shown, only where they are kept. */
export const historyMetrics = makeMetrics({
  history_points_written_total: counter('Changes of prices that have been stored.'),
  history_points_dropped_total: counter(
    'Changes of prices that were not recorded, because the store could not be written for too long.',
  ),
  history_gaps_total: counter(
    'Gaps in what is recorded: after a restart, an outage of upstream, or one of the store.',
  ),
  history_changes_buffered: gauge('Changes of prices that wait to be stored.'),
  history_bytes: gauge('The size of the database of prices over time.'),
  history_newest_point_age_seconds: gauge(
    'Seconds since this process has last stored a point; NaN if it never has, or another replica records.',
  ),
});
