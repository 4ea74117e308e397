import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections on which nothing has been said: browsers open them in advance. Node takes them for
 * busy, so that they would hold up a stop.
 */
export class SilentConnections {
  readonly #silent = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
    server.on('request', ({ socket }) => this.#silent.delete(socket));
  }

  close(): void {
    for (const socket of this.#silent) if (socket.bytesRead === 0) socket.destroy();
  }
}
