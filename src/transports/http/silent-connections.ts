import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections without a request so far, which browsers open in advance. Node does not count them as
 * idle, so they would delay a stop.
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
