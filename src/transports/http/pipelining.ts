import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { countRefusal } from '../../metrics.ts';

/** Pipelined requests that may wait on one connection. */
const WAITING_MAX = 32;

/**
 * HTTP pipelining: Node emits all requests of a connection at once and buffers their responses until
 * the earlier ones are sent. To buffer at most one response per connection, each request here waits
 * until the response before it is sent. A connection with too many waiting requests is closed.
 */
export function handlePipelinedInTurn(app: FastifyInstance): void {
  /** Waiting requests by connection. A connection without an entry is idle. */
  const queues = new WeakMap<Socket, (() => void)[]>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const begin = () => {
      reply.raw.once('close', () => {
        if (socket.destroyed) return;
        const next = queues.get(socket)?.shift();
        if (next === undefined) queues.delete(socket);
        else next();
      });
      done();
    };
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      begin();
    } else if (queue.length < WAITING_MAX) {
      queue.push(begin);
    } else if (!socket.destroyed) {
      countRefusal('pipelined_requests');
      socket.destroy();
    }
  });
}
