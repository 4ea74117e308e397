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
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false, // Something listens there.
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
