import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { YogaInitialContext } from 'graphql-yoga';
import type { Log } from '../log.ts';
import type { OperationContext, Services } from '../resolvers/context.ts';
import type { DocumentCache } from './document-cache.ts';
import type { Documents } from './documents.ts';
import type { Executor } from './executor.ts';
import type { SseConnections } from './sse-connections.ts';
import type { UnsentResponses } from './unsent-responses.ts';

/** What a door shares with the others. */
export interface DoorOptions {
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
export interface DoorContext extends YogaInitialContext, FastifyContext {
  readonly operation: OperationContext;
}
