/**
 * A browser opens at most six connections to an HTTP/1 server for all of its tabs together. A stream keeps its
 * connection, so at most four tabs may have a stream, and two connections stay free for the queries of all tabs.
 */
const SLOTS = 4;

/** Takes a slot, and resolves to the function that releases it; null if other tabs have all. A closed tab has none. */
export async function takeStreamSlot(): Promise<(() => void) | null> {
  // Browsers offer the Web Locks API only on secure origins. Elsewhere tabs cannot know of each other.
  if (navigator.locks === undefined) return () => {};
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const release = await tryLock(`oddsgraph-stream-${slot}`);
    if (release !== null) return release;
  }
  return null;
}

/** Takes a lock that is held until the function that this resolves to is called; null if the lock is not free. */
function tryLock(name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    });
  });
}
