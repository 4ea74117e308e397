import { createClient } from 'redis';

/** How long a connection may take to be made. */
const CONNECT_MS = 2_000;

/** How often an idle connection is tried, and how long it may be silent. */
const PING_MS = 1_000;
const SILENCE_MS = 5_000;

/** How soon a lost connection is opened again. */
const RECONNECT_MAX_MS = 500;

/** Begins to connect when it is told to, and reconnects by itself until it is destroyed. */
export function newClient(url: string) {
  return createClient({
    url,
    RESP: 2,
    // What cannot be sent now fails at once: a command that waits would run at some other time.
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
