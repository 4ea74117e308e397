import type { FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import { OperationContext, type Services } from '../resolvers/context.ts';
import { identityOf } from './request-identity.ts';

/** The context of the operation in a request. */
export function operationContext(
  services: Services,
  request: FastifyRequest,
  log: Log,
): OperationContext {
  return new OperationContext(services, identityOf(request), requestLog(log, request));
}

/** A log whose lines name the request and the account or viewer that sent it. */
export function requestLog(log: Log, request: FastifyRequest): Log {
  const { credential, viewer } = identityOf(request);
  return log.child({
    requestId: request.id,
    ...(credential !== null && { account: credential.fingerprint }),
    ...(viewer !== null && { viewer: viewer.id.slice(0, 8) }),
  });
}
