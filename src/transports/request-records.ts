import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationLog } from '../execution/operation-log.ts';
import type { Log } from '../log.ts';
import type { Services } from '../resolvers/context.ts';
import type { OperationRecord, TransportName } from '../resolvers/operation-record.ts';
import { newOperationRecord } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request's headers had been read, in milliseconds of the monotonic clock. */
    arrivedAt: number;
    /** The record of the operation in this request, for log and metrics; null if there is no operation. */
    record: OperationRecord | null;
  }
}

/** The transports of the routes where each GET or POST is an operation. Other routes call `begin`. */
const TRANSPORTS: Readonly<Partial<Record<string, TransportName>>> = {
  '/graphql': 'graphql',
  '/subgraph': 'subgraph',
};

/** Recorded for a refused request if nobody has recorded its error. */
const BAD_REQUEST = { extensions: { code: 'BAD_USER_INPUT' } };

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST']);

/** The record of the operation in a request. Throws if the request has no operation. */
export function operationRecordOf({ record }: FastifyRequest): OperationRecord {
  if (record === null) throw new Error('This request has no operation.');
  return record;
}

/** Creates a record for the operation in each request, and writes it to the log when the request ends. */
export class RequestRecords {
  readonly #services: Services;
  readonly #operationLog: OperationLog;
  readonly #log: Log;

  constructor(services: Services, operationLog: OperationLog, log: Log) {
    this.#services = services;
    this.#operationLog = operationLog;
    this.#log = log;
  }

  /** Call before the authentication hook is added: the time that hook takes is part of the operation's duration. */
  noteArrivals(app: FastifyInstance): void {
    app.decorateRequest('arrivedAt', 0);
    app.decorateRequest('record', null);
    app.addHook('onRequest', (request, _reply, done) => {
      request.arrivedAt = this.#services.clock.monotonic();
      done();
    });
  }

  /** Creates and ends the records. Call after the authentication hook is added. */
  recordOperations(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      // Fastify's `onResponse` is not called if the client disconnects before it has the whole response.
      reply.raw.once('close', () => this.#end(request, reply));
      const transport = TRANSPORTS[request.routeOptions.url ?? ''];
      if (transport !== undefined && METHODS.has(request.method)) this.begin(request, transport);
      done();
    });
    app.addHook('preHandler', (request, _reply, done) => {
      request.record?.received(); // The body has been read.
      done();
    });
  }

  /** Creates the record of the operation in a request. */
  begin(request: FastifyRequest, transport: TransportName): OperationRecord {
    request.record = newOperationRecord(
      this.#services,
      request,
      transport,
      this.#log,
      request.arrivedAt,
    );
    return request.record;
  }

  #end({ record }: FastifyRequest, { statusCode: status, raw }: FastifyReply): void {
    if (record === null || record.outlivesRequest) return; // A subscription, for instance, ends its own record.
    // Plugins of Apollo Server don't get the error of a request that isn't valid GraphQL over HTTP.
    if (status >= 400 && record.errorCodes.size === 0) record.addErrors([BAD_REQUEST]);
    this.#operationLog.end(record, { status, isAborted: !raw.writableFinished });
  }
}
