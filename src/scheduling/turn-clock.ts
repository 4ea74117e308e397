import type { Clock } from './clock.ts';

/** What a `turnClock` has of a clock. */
export type TurnClock = Pick<Clock, 'monotonic' | 'after'>;

/** A clock whose timers call back in a task of `schedule`: many that are due at once would block the event loop. */
export function turnClock(clock: TurnClock, schedule: (task: () => void) => void): TurnClock {
  return {
    monotonic: () => clock.monotonic(),
    after(ms, callback) {
      let isCancelled = false;
      const timer = clock.after(ms, () => schedule(() => isCancelled || callback()));
      return {
        cancel() {
          isCancelled = true;
          timer.cancel();
        },
      };
    },
  };
}
