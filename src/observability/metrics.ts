import type { ErrorCode } from '../errors/errors.ts';
import { DeliveryHistogram } from './delivery-histogram.ts';
import { counter, gauge, histogram, makeMetrics } from './named-metrics.ts';

/**
 * What is counted and measured where it happens, by name in Prometheus without the prefix. The metrics of prices over time
 * have a table of their own, and `transports/http/gauges.ts` has what is read at each scrape. No label has a key, an account
 * or a document.
 */
export const metrics = makeMetrics({
  /** Measured from the start of a request until its response is written. */
  http_request_duration_seconds: histogram(
    'Duration of HTTP requests until the response is written, except event streams and multipart subscriptions.',
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    'route',
    'status',
  ),
  operations_total: counter(
    'GraphQL operations that were answered or refused; subscriptions when they are open.',
    'operation',
    'type',
    'transport',
  ),
  operation_failures_total: counter(
    "GraphQL operations with errors in their answer, and subscriptions that ended with an error, by the first error's extensions.code.",
    'operation',
    'type',
    'code',
  ),
  operations_aborted_total: counter(
    'GraphQL operations whose clients left, or were cut off, before they had the whole answer.',
    'operation',
    'type',
  ),
  operation_duration_seconds: histogram(
    'Time from a request until its answer is complete, without sending it, or its subscription is open.',
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    'operation',
    'type',
  ),
  operation_upstream_requests_total: counter(
    'Upstream requests that operations have caused.',
    'operation',
    'type',
  ),
  subscriptions_ended_total: counter(
    'Subscriptions that have ended, by reason: client, error, age, blocked, draining, redis or router.',
    'reason',
  ),
  response_cache_hits_total: counter('Queries that were answered from the response cache.'),
  request_cache_hits_total: counter(
    'Requests that repeat an earlier one exactly and were answered from the response cache without being parsed. They count as response cache hits, too.',
  ),
  compressions_total: counter(
    'Cached responses that were compressed, each once for all who ask for it.',
  ),
  operations_waited_total: counter('Operations that waited for admission.'),
  errors_total: counter('GraphQL errors in responses, by extensions.code.', 'code'),
  refusals_total: counter(
    'Requests, operations and streams that were refused because a bound was reached, by bound.',
    'bound',
  ),
  upstream_request_duration_seconds: histogram(
    'Duration of upstream requests, one observation per attempt; status 0 if there was no response.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    'status',
  ),
  upstream_requests_pending: gauge('Upstream calls in progress, including waits between attempts.'),
  upstream_requests_waiting: gauge(
    'Upstream requests that wait for a connection because their account uses its whole share.',
  ),
  upstream_responses_shared_total: counter(
    'Upstream reads that were answered from memory, by an equal request in progress, from a live board, or from what another replica has read.',
    'from',
  ),
  shared_reads_total: counter(
    'Reads that were looked up in Redis, by outcome: hit, awaited (another replica was reading), miss (read for all), invalid (Redis held something else), held (another replica took too long or failed), unshared (the key is revoked, or the answer too large), late (Redis did not answer in time) or unavailable (it failed).',
    'outcome',
  ),
  upstream_streams: gauge('Open upstream streams, by channel.', 'channel'),
  upstream_streams_lost_total: counter(
    'Upstream stream connections that were lost or silent for too long; deliberate reopens are not counted.',
    'channel',
  ),
  live_accounts: gauge(
    'Accounts with live boards. With Redis, another replica may read their upstream streams.',
  ),
  live_subscriptions: gauge('Open subscriptions.'),
  board_checks_total: counter(
    'Comparisons of live boards with the upstream price list, by outcome: agreed, differed or failed.',
    'outcome',
  ),
  relay_leaders: gauge('Upstream streams that this replica reads for all replicas.'),
  relay_leaderships_total: counter(
    'How often this replica began to read upstream for all replicas, by kind: first (a new board) or takeover.',
    'kind',
  ),
  redis_commands_total: counter('Commands sent to Redis, including those that failed.', 'command'),
  // gap: missing steps; epoch: the sequence of versions began anew.
  relay_reloads_total: counter(
    'Boards that this replica read from Redis as a whole, by reason: first, gap, epoch or retry.',
    'reason',
  ),
  live_topics: gauge('Open topics. Equal subscriptions share one topic.'),
  live_subscribers_held_back_total: counter(
    'Times that a subscriber had to wait because slow ones held too many rows of a stream.',
  ),
  live_executions_total: counter(
    'Executions of subscription events, each shared by all subscribers of a topic.',
  ),
  price_age_seconds: (name) =>
    new DeliveryHistogram(
      name,
      "Time from upstream's frame until its changes are written to a subscriber, by channel. Without snapshots and throttled subscriptions.",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    ),
  event_streams: gauge('Open event streams to clients.'),
  event_streams_blocked: gauge(
    'Event streams whose clients do not read. They hold a board version and no events.',
  ),
  event_streams_cut_total: counter(
    'Event streams that this server ended other than by stopping, by reason: age, redis (unreachable), blocked (the client has not read for a minute), or memory (needed for other clients).',
    'reason',
  ),
  stream_requests_forwarded_total: counter(
    'Requests for event streams that another replica holds, by outcome: done, refused, missing or unavailable.',
    'outcome',
  ),
  responses_cut_total: counter(
    'Responses that were aborted, by reason: blocked (the client has not read for a minute), or memory (needed for other responses).',
    'reason',
  ),
  callback_subscriptions: gauge('Subscriptions of routers over the HTTP callback protocol.'),
  jwks_fetches_total: counter(
    "Fetches of the token issuer's key set (JWKS), by result: success or failure.",
    'result',
  ),
  log_lines_dropped_total: counter(
    'Log lines that were dropped because standard error was not read, or could not be written.',
  ),
});

// Prometheus sees an increase only from a value that was there before, and must see the first internal error.
metrics.errors_total.inc({ code: 'INTERNAL_SERVER_ERROR' satisfies ErrorCode }, 0);

/** Counts an error that is sent to a client. */
export function countError(extensions: Readonly<Record<string, unknown>>): void {
  metrics.errors_total.inc({ code: String(extensions['code']) });
}

/** Labels of `refusals_total`. */
const BOUNDS = [
  'accounts', // Accounts with live boards.
  'prices', // Prices and opportunities on all boards.
  'snapshot_bytes', // The size of a snapshot from upstream.
  'subscriptions', // Open at once.
  'viewer_subscriptions', // Of one viewer, a user with a token.
  'viewer_requests', // Of one viewer in a minute.
  'topics', // Different subscriptions to one stream of an account.
  'event_streams', // Event streams that carry several operations.
  'stream_operations', // On one such stream.
  'callbacks', // Subscriptions of routers.
  'upstream_requests', // In progress.
  'executing_values', // Estimated values in the results of executing operations.
  'unknown_keys', // Requests with a key that upstream has refused.
  'unsent_bytes', // Of responses that clients have not read.
  'pipelined_requests', // On one connection.
  'stream_messages', // Between replicas, about event streams.
] as const;
export type Bound = (typeof BOUNDS)[number];

// As above: the first refusal by each bound must be seen.
for (const bound of BOUNDS) metrics.refusals_total.inc({ bound }, 0);

export function countRefusal(bound: Bound): void {
  metrics.refusals_total.inc({ bound });
}
