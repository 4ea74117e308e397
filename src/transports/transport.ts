import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { YogaInitialContext } from 'graphql-yoga';
import type { DocumentCache } from '../execution/documents/document-cache.ts';
import type { Documents } from '../execution/documents/documents.ts';
import type { Executor } from '../execution/executor.ts';
import type { OperationLog } from '../execution/operation-log.ts';
import type { Log } from '../log.ts';
import type { OperationContext, Services } from '../resolvers/context.ts';
import type { RepeatedRequests } from './caching/repeated-requests.ts';
import type { RequestRecords } from './request-records.ts';
import type { SseConnections } from './sse/sse-connections.ts';
import type { UnsentResponses } from './unsent-responses.ts';

/** What all transports need. */
export interface TransportOptions {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
  readonly services: Services;
  /** Whether introspection is allowed, and suggestions of names in error messages. */
  readonly introspection: boolean;
  readonly documents: Documents;
  readonly documentCache: DocumentCache;
  readonly connections: SseConnections;
  readonly unsent: UnsentResponses;
  readonly records: RequestRecords;
  readonly operationLog: OperationLog;
  readonly repeats: RepeatedRequests;
  /** The headers that GraphiQL starts with. */
  readonly exampleHeaders: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** The request and the reply, as Yoga passes them to plugins. */
export interface FastifyContext {
  readonly req: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The context value of an operation in Yoga. */
export interface TransportContext extends YogaInitialContext, FastifyContext {
  readonly operation: OperationContext;
}
