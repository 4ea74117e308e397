import { Counter, Histogram } from 'prom-client';

/* The metrics of operations. No label has a key, an account or a document. */

export const operations = new Counter({
  name: 'oddsgraph_operations_total',
  help: 'GraphQL operations that were answered or refused; subscriptions when they are open.',
  labelNames: ['operation', 'type', 'transport'],
});

export const operationFailures = new Counter({
  name: 'oddsgraph_operation_failures_total',
  help: "GraphQL operations with errors in their answer, and subscriptions that ended with an error, by the first error's extensions.code.",
  labelNames: ['operation', 'type', 'code'],
});

export const operationsAborted = new Counter({
  name: 'oddsgraph_operations_aborted_total',
  help: 'GraphQL operations whose clients left, or were cut off, before they had the whole answer.',
  labelNames: ['operation', 'type'],
});

export const operationSeconds = new Histogram({
  name: 'oddsgraph_operation_duration_seconds',
  help: 'Time from a request until its answer is complete, without sending it, or its subscription is open.',
  labelNames: ['operation', 'type'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

export const operationUpstreamRequests = new Counter({
  name: 'oddsgraph_operation_upstream_requests_total',
  help: 'Upstream requests that operations have caused.',
  labelNames: ['operation', 'type'],
});

export const subscriptionsEnded = new Counter<'reason'>({
  name: 'oddsgraph_subscriptions_ended_total',
  help: 'Subscriptions that have ended, by reason: client, error, age, blocked, draining, redis or router.',
  labelNames: ['reason'],
});
