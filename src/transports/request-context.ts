import type { FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { OperationContext, type Services } from '../resolvers/context.ts';
import { identityOf } from './request-identity.ts';

/** What a request's log lines and operations need to know of it. */
export type RequestOrigin = Pick<FastifyRequest, 'id' | 'identity'> &
  Partial<Pick<FastifyRequest, 'span'>>;

/** The context of the operation in a request. */
export function operationContext(
  services: Services,
  request: RequestOrigin,
  log: Log,
): OperationContext {
  const { span = null } = request;
  const ownLog = requestLog(log, request);
  return new OperationContext(services, identityOf(request), ownLog, undefined, span);
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
