import { Documents } from '../execution/documents/documents.ts';
import { Executor } from '../execution/executor.ts';
import { OperationLog } from '../execution/operation-log.ts';
import { executableSchema } from '../resolvers/schema.ts';
import { RequestDocuments } from './documents/request-documents.ts';
import { PlainSchema } from './http/plain-schema.ts';
import { ByteLedger } from './response/byte-ledger.ts';
import { UnsentResponses } from './response/unsent-responses.ts';
import { SseConnections } from './sse/sse-connections.ts';
import type { GraphOptions, TransportOptions } from './transport.ts';

/** Creates what all transports share: one schema and one executor, one log of operations, and the bounds on memory. */
export function openGraph(given: GraphOptions): TransportOptions {
  const { services, admission, trustedDocuments } = given;
  const { clock, introspection, live, scheduler, upstream } = services;
  const schema = executableSchema();
  const trusted = trustedDocuments?.documents ?? null;
  const documents = new Documents(schema, { introspection, trusted });
  return {
    ...given,
    schema,
    plainSchema: new PlainSchema(schema),
    documents,
    executor: new Executor({ schema, documents, admission, scheduler }),
    operationLog: new OperationLog(given.slowMs),
    requestDocuments: new RequestDocuments(trustedDocuments, services),
    connections: new SseConnections(clock, live.limits.unreadBytes),
    operationBytes: new ByteLedger(),
    unsentResponses: new UnsentResponses(clock, upstream.keys),
  };
}
