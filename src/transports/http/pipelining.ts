import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { countRefusal } from '../../metrics.ts';

/** Requests that may wait on a connection for the answer to the one before them. */
const WAITING_MAX = 32;

/**
 * HTTP pipelining: Node hands over all requests of a connection at once, and holds their answers
 * until their turn comes. Here each is handled when the answer before it has been taken, so that a
 * connection holds one answer at the most. A connection with too many waiting requests is closed.
 */
export function handlePipelinedInTurn(app: FastifyInstance): void {
  /** Those that wait, by connection; none where no request is under way. */
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
