import { Counter, Gauge, Histogram } from 'prom-client';
import type { ErrorCode } from '../errors/errors.ts';
import { DeliveryHistogram } from './delivery-histogram.ts';

/* What is counted and measured where it happens. The metrics of operations and of prices over time have files of their own,
 * and `transports/http/gauges.ts` has what is read at each scrape. No label has a key, an account or a document. A board is
 * the current rows (prices or opportunities) of an upstream stream. The relay shares boards over Redis: one replica,
 * the leader of a stream, reads it for all. */

/** Measured from the start of a request until its response is written. */
export const httpSeconds = new Histogram({
  name: 'oddsgraph_http_request_duration_seconds',
  help: 'Duration of HTTP requests until the response is written, except event streams and multipart subscriptions.',
  labelNames: ['route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

export const responseCacheHits = new Counter({
  name: 'oddsgraph_response_cache_hits_total',
  help: 'Queries that were answered from the response cache.',
});

export const requestCacheHits = new Counter({
  name: 'oddsgraph_request_cache_hits_total',
  help: 'Requests that repeat an earlier one exactly and were answered from the response cache without being parsed. They count as response cache hits, too.',
});

export const compressions = new Counter({
  name: 'oddsgraph_compressions_total',
  help: 'Cached responses that were compressed, each once for all who ask for it.',
});

export const operationsWaited = new Counter({
  name: 'oddsgraph_operations_waited_total',
  help: 'Operations that waited for admission.',
});

const errorsShown = new Counter({
  name: 'oddsgraph_errors_total',
  help: 'GraphQL errors in responses, by extensions.code.',
  labelNames: ['code'],
});

// Prometheus sees an increase only from a value that was there before, and must see the first internal error.
errorsShown.inc({ code: 'INTERNAL_SERVER_ERROR' satisfies ErrorCode }, 0);

/** Counts an error that is sent to a client. */
export function countError(extensions: Readonly<Record<string, unknown>>): void {
  errorsShown.inc({ code: String(extensions['code']) });
}

/** The limits that can refuse something. */
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

const refusals = new Counter({
  name: 'oddsgraph_refusals_total',
  help: 'Requests, operations and streams that were refused because a bound was reached, by bound.',
  labelNames: ['bound'],
});

// The first refusals must be seen, too.
for (const bound of BOUNDS) refusals.inc({ bound }, 0);

export function countRefusal(bound: Bound): void {
  refusals.inc({ bound });
}

export const upstreamSeconds = new Histogram({
  name: 'oddsgraph_upstream_request_duration_seconds',
  help: 'Duration of upstream requests, one observation per attempt; status 0 if there was no response.',
  labelNames: ['status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

export const upstreamPending = new Gauge({
  name: 'oddsgraph_upstream_requests_pending',
  help: 'Upstream calls in progress, including waits between attempts.',
});

export const upstreamWaiting = new Gauge({
  name: 'oddsgraph_upstream_requests_waiting',
  help: 'Upstream requests that wait for a connection because their account uses its whole share.',
});

export const upstreamShared = new Counter({
  name: 'oddsgraph_upstream_responses_shared_total',
  help: 'Upstream reads that were answered from memory, by an equal request in progress, from a live board, or from what another replica has read.',
  labelNames: ['from'],
});

export const sharedReads = new Counter<'outcome'>({
  name: 'oddsgraph_shared_reads_total',
  help: 'Reads that were looked up in Redis, by outcome: hit, awaited (another replica was reading), miss (read for all), invalid (Redis held something else), held (another replica took too long or failed), unshared (the key is revoked, or the answer too large), late (Redis did not answer in time) or unavailable (it failed).',
  labelNames: ['outcome'],
});

export const upstreamStreams = new Gauge({
  name: 'oddsgraph_upstream_streams',
  help: 'Open upstream streams, by channel.',
  labelNames: ['channel'],
});

export const upstreamStreamsLost = new Counter({
  name: 'oddsgraph_upstream_streams_lost_total',
  help: 'Upstream stream connections that were lost or silent for too long; deliberate reopens are not counted.',
  labelNames: ['channel'],
});

export const liveAccounts = new Gauge({
  name: 'oddsgraph_live_accounts',
  help: 'Accounts with live boards. With Redis, another replica may read their upstream streams.',
});

export const liveSubscriptions = new Gauge({
  name: 'oddsgraph_live_subscriptions',
  help: 'Open subscriptions.',
});

export const boardChecks = new Counter<'outcome'>({
  name: 'oddsgraph_board_checks_total',
  help: 'Comparisons of live boards with the upstream price list, by outcome: agreed, differed or failed.',
  labelNames: ['outcome'],
});

export const relayLeaders = new Gauge({
  name: 'oddsgraph_relay_leaders',
  help: 'Upstream streams that this replica reads for all replicas.',
});

export const relayLeaderships = new Counter<'kind'>({
  name: 'oddsgraph_relay_leaderships_total',
  help: 'How often this replica began to read upstream for all replicas, by kind: first (a new board) or takeover.',
  labelNames: ['kind'],
});

export const redisCommands = new Counter<'command'>({
  name: 'oddsgraph_redis_commands_total',
  help: 'Commands sent to Redis, including those that failed.',
  labelNames: ['command'],
});

export const relayReloads = new Counter<'reason'>({
  name: 'oddsgraph_relay_reloads_total',
  help: 'Boards that this replica read from Redis as a whole, by reason: first, gap, epoch or retry.',
  labelNames: ['reason'], // gap: missing steps; epoch: the sequence of versions began anew.
});

export const liveTopics = new Gauge({
  name: 'oddsgraph_live_topics',
  help: 'Open topics. Equal subscriptions share one topic.',
});

export const liveSubscribersHeldBack = new Counter({
  name: 'oddsgraph_live_subscribers_held_back_total',
  help: 'Times that a subscriber had to wait because slow ones held too many rows of a stream.',
});

export const liveExecutions = new Counter({
  name: 'oddsgraph_live_executions_total',
  help: 'Executions of subscription events, each shared by all subscribers of a topic.',
});

export const priceAge = new DeliveryHistogram(
  'oddsgraph_price_age_seconds',
  "Time from upstream's frame until its changes are written to a subscriber, by channel. Without snapshots and throttled subscriptions.",
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
);

export const eventStreams = new Gauge({
  name: 'oddsgraph_event_streams',
  help: 'Open event streams to clients.',
});

export const eventStreamsBlocked = new Gauge({
  name: 'oddsgraph_event_streams_blocked',
  help: 'Event streams whose clients do not read. They hold a board version and no events.',
});

export const eventStreamsCut = new Counter<'reason'>({
  name: 'oddsgraph_event_streams_cut_total',
  help: 'Event streams that this server ended other than by stopping, by reason: age, redis (unreachable), blocked (the client has not read for a minute), or memory (needed for other clients).',
  labelNames: ['reason'],
});

export const streamRequests = new Counter<'outcome'>({
  name: 'oddsgraph_stream_requests_forwarded_total',
  help: 'Requests for event streams that another replica holds, by outcome: done, refused, missing or unavailable.',
  labelNames: ['outcome'],
});

export const responsesCut = new Counter({
  name: 'oddsgraph_responses_cut_total',
  help: 'Responses that were aborted, by reason: blocked (the client has not read for a minute), or memory (needed for other responses).',
  labelNames: ['reason'],
});

export const callbackSubscriptions = new Gauge({
  name: 'oddsgraph_callback_subscriptions',
  help: 'Subscriptions of routers over the HTTP callback protocol.',
});

export const keySetFetches = new Counter({
  name: 'oddsgraph_jwks_fetches_total',
  help: "Fetches of the token issuer's key set (JWKS), by result: success or failure.",
  labelNames: ['result'],
});

export const logLinesDropped = new Counter({
  name: 'oddsgraph_log_lines_dropped_total',
  help: 'Log lines that were dropped because standard error was not read, or could not be written.',
});
