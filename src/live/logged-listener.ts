import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { FeedListener } from '../upstream/feed.ts';

/**
 * Passes on what an upstream stream tells, and logs when it is lost, restored or refused: once a
 * change, however often it is tried again in between.
 */
export function loggedListener(listener: FeedListener, log: Log, clock: Clock): FeedListener {
  let lostAt: number | null = null;
  return {
    onFrame(frame) {
      if (frame.kind === 'snapshot:complete' && lostAt !== null) {
        log.info({ forMs: clock.now() - lostAt }, 'upstream stream restored');
        lostAt = null;
      }
      listener.onFrame(frame);
    },
    onTrouble(state, message, code) {
      // Without a code nothing is wrong: it is opened anew on purpose.
      if (code !== null && lostAt === null) {
        lostAt = clock.now();
        log.warn({ state, code, reason: message }, 'upstream stream lost');
      }
      listener.onTrouble(state, message, code);
    },
    onEnd(error) {
      log.warn({ code: error.code }, 'upstream stream refused');
      listener.onEnd(error);
    },
  };
}
