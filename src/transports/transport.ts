import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { YogaInitialContext } from 'graphql-yoga';
import type { DocumentCache } from '../execution/documents/document-cache.ts';
import type { Documents } from '../execution/documents/documents.ts';
import type { Executor } from '../execution/executor.ts';
import type { Log } from '../log.ts';
import type { OperationContext, Services } from '../resolvers/context.ts';
import type { SseConnections } from './sse/sse-connections.ts';
import type { UnsentResponses } from './unsent-responses.ts';

/** What all transports share. */
export interface TransportOptions {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
  readonly services: Services;
  /** Whether the schema may be asked for, and errors may suggest names from it. */
  readonly introspection: boolean;
  readonly documents: Documents;
  readonly documentCache: DocumentCache;
  readonly connections: SseConnections;
  readonly unsent: UnsentResponses;
  /** The key that GraphiQL starts with. */
  readonly exampleKey: string;
  readonly log: Log;
}

/** A request and its reply, which Yoga hands on. */
export interface FastifyContext {
  readonly req: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What Yoga's plugins see of an operation. */
export interface TransportContext extends YogaInitialContext, FastifyContext {
  readonly operation: OperationContext;
}
