import type { Execution } from '../execution/run-operation.ts';
import type { Log } from '../observability/log.ts';
import type { Services } from '../resolvers/context.ts';
import type { RequestDocuments } from './documents/request-documents.ts';
import type { SseConnections } from './sse/sse-connections.ts';

/** What all transports need. */
export interface TransportOptions extends Execution {
  /** What resolvers use, for instance the client of upstream. */
  readonly services: Services;
  /** Whether introspection is allowed, and suggestions of names in error messages. */
  readonly introspection: boolean;
  /** All open event streams. */
  readonly connections: SseConnections;
  /** Finds the text of the document that a request names. */
  readonly requestDocuments: RequestDocuments;
  readonly log: Log;
}
