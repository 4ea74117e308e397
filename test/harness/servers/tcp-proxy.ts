import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that sees round trips, and whose connections can go dead: they stay open, and nothing arrives any more. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isDead = false;
  /** Called when an answer begins to come back. */
  onAnswer: () => void = () => {};

  private constructor(server: Server, port: number) {
    this.#server = server;
    server.on('connection', (client) => {
      const target = connect(port, '127.0.0.1');
      this.#pipe(client, target);
      this.#pipe(target, client);
      let isAnswering = false;
      client.on('data', () => {
        isAnswering = false;
      });
      target.on('data', () => {
        if (!isAnswering) this.onAnswer();
        isAnswering = true;
      });
    });
  }

  /** Forwards to a port of this machine. */
  static async open(port: number): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, port);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How many connections are open, on both sides of the proxy together. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Drops everything from here on, on open connections and on new ones. */
  cut(): void {
    this.#isDead = true;
  }

  /** Resets the connections that were dead; new ones work. */
  mend(): void {
    this.#isDead = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pipe(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (!this.#isDead) to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
