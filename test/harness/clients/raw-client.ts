import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '../until.ts';

/** A client on a TCP connection that reads only on demand. */
export class RawClient {
  readonly #socket: Socket;
  readonly #received: Buffer[] = [];
  /** The number of bytes read so far. */
  bytes = 0;
  isClosed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {}); // The close event follows.
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  static async connect(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Sends a request as it stands, and resolves with all that the server sends until it closes the connection. */
  static async exchange(url: string, request: string): Promise<string> {
    const client = await RawClient.connect(url);
    client.send(request);
    await client.read();
    return client.text;
  }

  /** Pipelines one `GET` request for each path. */
  get(paths: readonly string[], headers: Readonly<Record<string, string>> = {}): void {
    const requests = paths.map((path) => `${head(`GET ${path}`, headers)}\r\n`);
    this.#socket.write(requests.join(''));
  }

  /** Sends a request as it stands. */
  send(request: string): void {
    this.#socket.write(request);
  }

  /** Posts a JSON body. */
  post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): void {
    const ofBody = { 'content-type': 'application/json', 'content-length': `${body.length}` };
    this.#socket.write(`${head(`POST ${path}`, { ...ofBody, ...headers })}\r\n${body}`);
  }

  get text(): string {
    return Buffer.concat(this.#received).toString();
  }

  /** Reads until `bytes` in total have arrived or the connection is closed. */
  async read(bytes = Number.POSITIVE_INFINITY): Promise<void> {
    const take = (chunk: Buffer) => {
      this.#received.push(chunk);
      this.bytes += chunk.length;
      if (this.bytes >= bytes) this.#socket.pause();
    };
    this.#socket.on('data', take).resume();
    await until(() => this.bytes >= bytes || this.isClosed);
    this.#socket.off('data', take);
  }

  close(): void {
    this.#socket.destroy();
  }
}

function head(start: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: 'a', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${start} HTTP/1.1\r\n${lines.join('')}`;
}
