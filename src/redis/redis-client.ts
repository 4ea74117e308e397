import { createClient } from '@redis/client';
import { redisCommands } from '../observability/metrics.ts';

/** How long connecting may take. */
const CONNECT_MS = 2_000;

/** How often an idle connection is pinged, and how long it may be silent. */
const PING_MS = 1_000;
const SILENCE_MS = 5_000;

/** The maximum delay before a lost connection is reopened. */
const RECONNECT_MAX_MS = 500;

/** A client that is not connected yet. It reconnects by itself until it is destroyed. */
export function newClient(url: string) {
  return createClient({
    url,
    RESP: 2,
    // Commands fail while there is no connection. A queued command would run at an arbitrary time.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(RECONNECT_MAX_MS, 50 * (tries + 1)),
    },
  });
}

export type RedisClient = ReturnType<typeof newClient>;

/** Sends a command. Rejects if there is no connection. */
export function sendCommand<Reply = unknown>(
  client: RedisClient,
  command: string[],
): Promise<Reply> {
  const [name = ''] = command;
  redisCommands.inc({ command: name });
  return client.sendCommand(command) as Promise<unknown> as Promise<Reply>;
}
