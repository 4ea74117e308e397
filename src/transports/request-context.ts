import type { FastifyRequest } from 'fastify';
import { credentialOf } from '../access/request-credential.ts';
import type { Credential } from '../credential.ts';
import type { Log } from '../log.ts';
import { OperationContext, type Services } from '../resolvers/context.ts';

/** The context of the operation in a request. */
export function operationContext(
  services: Services,
  request: FastifyRequest,
  log: Log,
): OperationContext {
  const credential = credentialOf(request.headers, request.url);
  return new OperationContext(services, credential, requestLog(log, request, credential));
}

/** A log whose lines name the request and the account that sent it. */
export function requestLog(
  log: Log,
  request: FastifyRequest,
  credential: Credential | null = credentialOf(request.headers, request.url),
): Log {
  return log.child({
    requestId: request.id,
    ...(credential !== null && { account: credential.fingerprint }),
  });
}
