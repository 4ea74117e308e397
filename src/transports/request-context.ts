import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { OperationContext, type Services } from '../resolvers/context.ts';
import { OperationRecord, type TransportName } from '../resolvers/operation-record.ts';
import { identityOf } from './request-identity.ts';

/** The parts of a request that its log lines and its operations need. */
export type RequestOrigin = Pick<FastifyRequest, 'id' | 'identity'> &
  Partial<Pick<FastifyRequest, 'span'>>;

/**
 * Creates the record of a request's operation, from which its log line and metrics are written. `arrivedAt`
 * is when the request arrived, in milliseconds of the monotonic clock.
 */
export function newOperationRecord(
  { clock, tiers, upstream }: Services,
  request: RequestOrigin,
  transport: TransportName,
  log: Log,
  arrivedAt: number = clock.monotonic(),
): OperationRecord {
  // The record keeps the functions below. They must not use `request`: subscriptions would keep it in memory.
  const { id: requestId } = request;
  const identity = identityOf(request);
  const { viewer, credential } = identity;
  const isAuthenticated = () => viewer !== null || upstream.client.keys.isAccepted(credential);
  const tier = () =>
    viewer?.tier ?? (credential && isAuthenticated() ? tiers.lastKnown(credential) : null);
  const source = {
    requestId,
    transport,
    tier,
    isAuthenticated,
    log: () => requestLog(log, { id: requestId, identity }),
  };
  return new OperationRecord(clock, source, arrivedAt);
}

/** The context that resolvers get for the operation in a request. */
export function operationContext(
  services: Services,
  request: RequestOrigin,
  record: OperationRecord,
): OperationContext {
  const { span = null } = request;
  const context = new OperationContext(services, identityOf(request), record, undefined, span);
  record.trackUsage(context.usage); // The record reports the upstream requests that `usage` counts.
  return context;
}

/** A log whose lines name the request, and its account (API key) and viewer (end user with a JWT), if known. */
export function requestLog(log: Log, request: RequestOrigin): Log {
  const { credential, viewer } = identityOf(request);
  return log.child({
    requestId: request.id,
    ...(credential !== null && { account: credential.fingerprint }),
    ...(viewer !== null && { viewer: viewer.id.slice(0, 8) }),
  });
}

/** One abort reason for all requests, since creating an error for each is expensive. */
const CLOSED = new Error('The response is closed.');

/** A signal that aborts when the response has been sent or the client has disconnected. */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort(CLOSED);
  const controller = new AbortController();
  raw.once('close', () => controller.abort(CLOSED));
  return controller.signal;
}
