import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationLog } from '../execution/operation-log.ts';
import type { Log } from '../log.ts';
import type { Services } from '../resolvers/context.ts';
import type { OperationRecord, TransportName } from '../resolvers/operation-record.ts';
import { newRecord } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When its headers had been read, on the monotonic clock. */
    arrivedAt: number;
    /** What happens to the operation in this request; null if there is none. */
    record: OperationRecord | null;
  }
}

/** The routes where each GET or POST is an operation. For others, call `begin`. */
const TRANSPORTS: Readonly<Partial<Record<string, TransportName>>> = {
  '/graphql': 'graphql',
  '/subgraph': 'subgraph',
};

const NOT_GRAPHQL = { extensions: { code: 'BAD_USER_INPUT' } };

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);

/** The record of the operation in a request to a route that has one. */
export function recordOf({ record }: FastifyRequest): OperationRecord {
  if (record === null) throw new Error('This request has no operation.');
  return record;
}

/** The records of operations, from the request that brings one to the line in the log. */
export class RequestRecords {
  readonly #services: Services;
  readonly #operationLog: OperationLog;
  readonly #log: Log;

  constructor(services: Services, operationLog: OperationLog, log: Log) {
    this.#services = services;
    this.#operationLog = operationLog;
    this.#log = log;
  }

  /** Register before the authentication hook: its time counts as the operation's. */
  noteArrivals(app: FastifyInstance): void {
    app.decorateRequest('arrivedAt', 0);
    app.decorateRequest('record', null);
    app.addHook('onRequest', (request, _reply, done) => {
      request.arrivedAt = this.#services.clock.monotonic();
      done();
    });
  }

  /** Call after requests are authenticated. */
  recordOperations(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      // Fastify's `onResponse` is not called if the client leaves before it has the whole answer.
      reply.raw.once('close', () => this.#end(request, reply));
      const transport = TRANSPORTS[request.routeOptions.url ?? ''];
      if (transport !== undefined && METHODS.has(request.method)) this.begin(request, transport);
      done();
    });
    app.addHook('preHandler', (request, _reply, done) => {
      request.record?.received();
      done();
    });
  }

  /** Begins the record of the operation in a request. */
  begin(request: FastifyRequest, transport: TransportName): OperationRecord {
    request.record = newRecord(this.#services, request, transport, this.#log, request.arrivedAt);
    return request.record;
  }

  #end({ record }: FastifyRequest, { statusCode: status, raw }: FastifyReply): void {
    if (record === null || record.outlivesRequest) return; // A subscription ends its own record.
    // Apollo Server does not tell plugins why a request isn't GraphQL over HTTP.
    if (status >= 400 && record.codes.size === 0) record.fail([NOT_GRAPHQL]);
    this.#operationLog.end(record, { status, isAborted: !raw.writableFinished });
  }
}
