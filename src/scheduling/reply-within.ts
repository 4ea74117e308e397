import type { Clock } from './clock.ts';

/** A reply did not arrive in time. What was asked for, such as a command of Redis, may still be done. */
export class LateReplyError extends Error {
  constructor(ms: number) {
    super(`There was no reply within ${ms} ms.`);
  }
}

/** Resolves with the reply. Rejects with `LateReplyError` if it takes longer than `ms`. */
export async function replyWithin<Reply>(
  ms: number,
  clock: Clock,
  reply: Promise<Reply>,
): Promise<Reply> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // If this process was busy, the timer may fire before a reply is read that arrived long ago: pending I/O is handled
  // before setImmediate.
  const timer = clock.after(ms, () => setImmediate(() => reject(new LateReplyError(ms))));
  try {
    return await Promise.race([reply, late]);
  } finally {
    timer.cancel();
  }
}
