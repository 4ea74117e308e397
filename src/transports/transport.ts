import type { GraphQLSchema } from 'graphql';
import type { DocumentCache } from '../execution/documents/document-cache.ts';
import type { Documents } from '../execution/documents/documents.ts';
import type { Executor } from '../execution/executor.ts';
import type { OperationLog } from '../execution/operation-log.ts';
import type { Log } from '../observability/log.ts';
import type { Services } from '../resolvers/context.ts';
import type { RequestDocuments } from './documents/request-documents.ts';
import type { SseConnections } from './sse/sse-connections.ts';

/** What all transports need. */
export interface TransportOptions {
  readonly schema: GraphQLSchema;
  /** Executes the operations of all transports. */
  readonly executor: Executor;
  /** What resolvers use, for instance the client of upstream. */
  readonly services: Services;
  /** Whether introspection is allowed, and suggestions of names in error messages. */
  readonly introspection: boolean;
  /** Parses and validates documents. */
  readonly documents: Documents;
  readonly documentCache: DocumentCache;
  /** All open event streams. */
  readonly connections: SseConnections;
  /** Counts and logs operations. */
  readonly operationLog: OperationLog;
  /** Finds the text of the document that a request names. */
  readonly requestDocuments: RequestDocuments;
  readonly log: Log;
}
