import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that systems give to connections and to servers that listen at port 0, so that nothing takes
 * one between the moment when it is found free and the moment when a program listens there.
 */
const PORTS = [15_000, 32_000] as const;

/** A port of this machine on which nothing listens yet. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(...PORTS), '127.0.0.1');
    const port = await once(server, 'listening').then(
      () => server.address(),
      () => null, // Somebody listens there.
    );
    if (port === null || typeof port === 'string') continue;
    server.close();
    await once(server, 'close');
    return port.port;
  }
}
