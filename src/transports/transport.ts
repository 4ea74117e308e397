import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { YogaInitialContext } from 'graphql-yoga';
import type { DocumentCache } from '../execution/documents/document-cache.ts';
import type { Documents } from '../execution/documents/documents.ts';
import type { Executor } from '../execution/executor.ts';
import type { OperationLog } from '../execution/operation-log.ts';
import type { Log } from '../log.ts';
import type { OperationContext, Services } from '../resolvers/context.ts';
import type { RequestCache } from './caching/request-cache.ts';
import type { RequestRecords } from './request-records.ts';
import type { SseConnections } from './sse/sse-connections.ts';
import type { UnsentResponses } from './unsent-responses.ts';

/** What all transports need. A transport implements one GraphQL endpoint, such as `/graphql` with Yoga. */
export interface TransportOptions {
  readonly schema: GraphQLSchema;
  /** Executes the operations of all transports. */
  readonly executor: Executor;
  /** What resolvers use, for instance the client of the odds service (upstream). */
  readonly services: Services;
  /** Whether introspection is allowed, and suggestions of names in error messages. */
  readonly introspection: boolean;
  /** Parses and validates documents. */
  readonly documents: Documents;
  readonly documentCache: DocumentCache;
  /** All open event streams. */
  readonly connections: SseConnections;
  /** Bounds the memory of responses that clients have not read yet. */
  readonly unsentResponses: UnsentResponses;
  /** Creates the record of each operation, from which its log line and metrics are written. */
  readonly records: RequestRecords;
  /** Counts and logs operations. */
  readonly operationLog: OperationLog;
  /** Answers repeated requests from the response cache. */
  readonly requestCache: RequestCache;
  /** The request headers that are filled in when GraphiQL opens. */
  readonly exampleHeaders: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** The request and the reply, as Yoga passes them to plugins. */
export interface FastifyContext {
  readonly req: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The context value that Yoga's plugins get. Resolvers get only `operation`. */
export interface YogaContext extends YogaInitialContext, FastifyContext {
  readonly operation: OperationContext;
}
