import { createServer, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HttpServer = Awaited<ReturnType<typeof openHttpServer>>;

/** A server of HTTP at a free port. When it stops, it ends all connections. */
export async function openHttpServer(options: ServerOptions = {}) {
  const server = createServer(options);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(server, { url: `http://127.0.0.1:${port}`, stop });
}
