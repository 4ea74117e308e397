import { Counter, Gauge, Histogram } from 'prom-client';

/*
 * What this process counts of itself, for `/metrics`. Each is counted where it happens. Nothing here
 * names a key, an account or a document.
 */

/** From what a request of a client or of a router came in until its answer was written. */
export const httpSeconds = new Histogram({
  name: 'oddsgraph_http_request_seconds',
  help: 'Time to answer an HTTP request, event streams excepted.',
  labelNames: ['route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

export const operations = new Counter({
  name: 'oddsgraph_operations_total',
  help: 'GraphQL operations that were executed, answered again or subscribed to.',
  labelNames: ['type'],
});

export const responseCacheHits = new Counter({
  name: 'oddsgraph_operations_answered_again_total',
  help: 'Queries that were given an encoded answer that was still fresh.',
});

export const operationsWaited = new Counter({
  name: 'oddsgraph_operations_waited_total',
  help: 'Operations that had to wait until others had been executed.',
});

const errorsShown = new Counter({
  name: 'oddsgraph_errors_total',
  help: 'GraphQL errors that clients were shown, by extensions.code.',
  labelNames: ['code'],
});

/** Counts an error with which a client is answered. */
export function countError(extensions: Readonly<Record<string, unknown>>): void {
  errorsShown.inc({ code: String(extensions['code']) });
}

/** The bounds that refuse what is beyond them. */
type Bound =
  | 'accounts'
  | 'prices'
  | 'snapshot_bytes'
  | 'subscriptions'
  | 'topics'
  | 'reserved_streams'
  | 'stream_operations'
  | 'callbacks'
  | 'upstream_requests'
  | 'executing_values'
  | 'unknown_keys'
  | 'unsent_bytes'
  | 'pipelined_requests';

const refusals = new Counter({
  name: 'oddsgraph_refusals_total',
  help: 'What was refused since there was too much of it already, by the bound.',
  labelNames: ['bound'],
});

export function countRefusal(bound: Bound): void {
  refusals.inc({ bound });
}

export const upstreamSeconds = new Histogram({
  name: 'oddsgraph_upstream_request_seconds',
  help: 'Time of one request to upstream, each try by itself; status 0 where there was no answer.',
  labelNames: ['status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

export const upstreamPending = new Gauge({
  name: 'oddsgraph_upstream_requests_pending',
  help: 'Upstream calls under way, waits between tries included.',
});

export const upstreamWaiting = new Gauge({
  name: 'oddsgraph_upstream_requests_waiting',
  help: 'Upstream requests that wait for a connection: their account has its share under way.',
});

export const upstreamShared = new Counter({
  name: 'oddsgraph_upstream_answers_shared_total',
  help: 'Reads that were answered from memory, by an equal request under way, or from a live board.',
  labelNames: ['from'],
});

export const upstreamStreams = new Gauge({
  name: 'oddsgraph_upstream_streams',
  help: 'Streams that are kept open to upstream, by channel.',
  labelNames: ['channel'],
});

export const upstreamStreamsLost = new Counter({
  name: 'oddsgraph_upstream_streams_lost_total',
  help: 'Connections of streams that were lost, silent for too long or of older rights, and opened again.',
  labelNames: ['channel'],
});

export const liveAccounts = new Gauge({
  name: 'oddsgraph_live_accounts',
  help: 'Accounts with streams.',
});

export const liveSubscriptions = new Gauge({
  name: 'oddsgraph_live_subscriptions',
  help: 'Subscriptions that read a stream.',
});

export const boardChecks = new Counter<'outcome'>({
  name: 'oddsgraph_board_checks_total',
  help: 'Live boards that were compared with the list of prices: agreed, differed, or failed to be read.',
  labelNames: ['outcome'],
});

export const liveTopics = new Gauge({
  name: 'oddsgraph_live_topics',
  help: 'Different subscriptions: those who ask for the same share a topic.',
});

export const liveSubscribersHeldBack = new Counter({
  name: 'oddsgraph_live_readers_held_back_total',
  help: 'Readers who had to wait since slow ones held too much of a stream.',
});

export const liveExecutions = new Counter({
  name: 'oddsgraph_live_executions_total',
  help: 'Events that were executed, each for all who share it.',
});

export const eventStreams = new Gauge({
  name: 'oddsgraph_event_streams',
  help: 'Event streams to clients that are open.',
});

export const eventStreamsBlocked = new Gauge({
  name: 'oddsgraph_event_streams_blocked',
  help: 'Event streams whose clients do not take what was sent: they hold their place and no events.',
});

export const eventStreamsCut = new Counter<'reason'>({
  name: 'oddsgraph_event_streams_cut_total',
  help: 'Event streams that were ended from this side: of age, or since nothing was taken.',
  labelNames: ['reason'],
});

export const responsesCut = new Counter({
  name: 'oddsgraph_responses_cut_total',
  help: 'Plain answers that were given up: no progress for a minute, or others needed the room.',
  labelNames: ['reason'],
});

export const callbackSubscriptions = new Gauge({
  name: 'oddsgraph_callback_subscriptions',
  help: 'Subscriptions of routers over the HTTP callback protocol.',
});
