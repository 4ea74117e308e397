import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections on which no request has arrived yet, for instance those that browsers open in advance. Node
 * does not count them as idle, so they would delay the stop of the server.
 */
export class UnusedConnections {
  readonly #unused = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#unused.add(socket);
      socket.once('close', () => this.#unused.delete(socket));
    });
    server.on('request', ({ socket }) => this.#unused.delete(socket));
  }

  /** Closes those whose clients have not sent a single byte. */
  close(): void {
    for (const socket of this.#unused) if (socket.bytesRead === 0) socket.destroy();
  }
}
