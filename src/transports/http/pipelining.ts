import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { countRefusal } from '../../observability/metrics.ts';

/** Maximum number of waiting requests per connection. */
const WAITING_MAX = 32;

/**
 * Node emits the pipelined requests of a connection as soon as it has parsed them, and buffers their
 * responses until the earlier ones are sent. With this hook each request waits until the previous response
 * has been sent, so at most one response is buffered per connection, and one request is answered in each turn of the
 * event loop. A connection with too many waiting requests is closed. No operation's time has the wait in it: it begins
 * after this hook.
 *
 * Register it before any hook that waits or replies. If an earlier hook waited, a later request could get
 * here first. That would be a deadlock: Node holds the later response back until the earlier request is
 * answered, and the earlier request waits here until the later response is sent. If an earlier hook replied,
 * its response would be buffered.
 */
export function serializePipelinedRequests(app: FastifyInstance): void {
  /**
   * Waiting requests by connection, which outlives each request's own state. No entry means idle; an empty queue means
   * one request is in progress, or was in this turn of the event loop.
   */
  const queues = new WeakMap<Socket, (() => void)[]>();
  const startNext = (socket: Socket): void => {
    if (socket.destroyed) return;
    // When the server stops, connections that clients keep alive for further requests would delay the end of the process.
    if (!app.server.listening) {
      socket.destroySoon();
      return;
    }
    const next = queues.get(socket)?.shift();
    if (next === undefined) queues.delete(socket);
    else next();
  };
  /** Called when a response has been sent, or aborted. One for all, since each stays as long as its response. */
  function onClose(this: ServerResponse): void {
    setImmediate(startNext, this.req.socket);
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const start = () => {
      reply.raw.on('close', onClose);
      done();
    };
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      start();
    } else if (queue.length < WAITING_MAX) {
      queue.push(start);
    } else if (!socket.destroyed) {
      // The request is abandoned with its socket: `done` is never called.
      countRefusal('pipelined_requests');
      socket.destroy();
    }
  });
}
