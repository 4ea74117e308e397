import type { Clock } from '../scheduling/clock.ts';

/** Redis did not reply in time. The command may still run. */
export class LateReplyError extends Error {
  constructor(ms: number) {
    super(`Redis did not reply within ${ms} ms.`);
  }
}

/** Waits for a reply. Rejects with `LateReplyError` after `ms`. */
export async function replyWithin<Reply>(
  ms: number,
  clock: Clock,
  reply: Promise<Reply>,
): Promise<Reply> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // A reply that arrived in time while this process was busy is not late: I/O is handled before setImmediate.
  const timer = clock.after(ms, () => setImmediate(() => reject(new LateReplyError(ms))));
  try {
    return await Promise.race([reply, late]);
  } finally {
    timer.cancel();
  }
}
