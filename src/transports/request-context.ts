import type { FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { OperationContext, type Services } from '../resolvers/context.ts';
import { OperationRecord, type TransportName } from '../resolvers/operation-record.ts';
import { identityOf } from './request-identity.ts';

/** What a request's log lines and operations need to know of it. */
export type RequestOrigin = Pick<FastifyRequest, 'id' | 'identity'> &
  Partial<Pick<FastifyRequest, 'span'>>;

/**
 * The record, for log and metrics, of the operation in a request that arrived at `arrivedAt`, on the
 * monotonic clock.
 */
export function newRecord(
  { clock, tiers, upstream }: Services,
  request: RequestOrigin,
  transport: TransportName,
  log: Log,
  arrivedAt: number = clock.monotonic(),
): OperationRecord {
  // The record of a subscription must not keep the whole request in memory.
  const { id: requestId } = request;
  const identity = identityOf(request);
  const { viewer, credential } = identity;
  const isKnown = () => viewer !== null || upstream.client.keys.isAccepted(credential);
  const tier = () => viewer?.tier ?? (credential && isKnown() ? tiers.lastKnown(credential) : null);
  const source = {
    ...{ requestId, transport, tier, isKnown },
    log: () => requestLog(log, { id: requestId, identity }),
  };
  return new OperationRecord(clock, source, arrivedAt);
}

/** The context of the operation in a request. */
export function operationContext(
  services: Services,
  request: RequestOrigin,
  record: OperationRecord,
): OperationContext {
  const { span = null } = request;
  const context = new OperationContext(services, identityOf(request), record, undefined, span);
  record.spendFrom(context.usage); // The record reports the upstream requests that this usage counts.
  return context;
}

/** A log whose lines name the request and the account or viewer that sent it. */
export function requestLog(log: Log, request: RequestOrigin): Log {
  const { credential, viewer } = identityOf(request);
  return log.child({
    requestId: request.id,
    ...(credential !== null && { account: credential.fingerprint }),
    ...(viewer !== null && { viewer: viewer.id.slice(0, 8) }),
  });
}
