/**
 * A browser opens six connections to an HTTP/1 server for all of its tabs together. Streams hold theirs
 * for good, so at most four tabs have one, and two connections stay free for everybody's queries.
 */
const SLOTS = 4;

/** Takes a slot; null if other tabs have them all. Slots of tabs that are closed are free again. */
export async function takeStreamSlot(): Promise<(() => void) | null> {
  // Browsers have locks only on secure origins. Elsewhere tabs cannot know of each other.
  if (navigator.locks === undefined) return () => {};
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const release = await tryLock(`oddsgraph-stream-${slot}`);
    if (release !== null) return release;
  }
  return null;
}

function tryLock(name: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    });
  });
}
