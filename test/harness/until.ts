import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/**
 * What has not happened after so many turns of the event loop waits for something else than this process,
 * and that needs the processor.
 */
const TURNS_MAX = 500;
const PAUSE_MS = 3;

/** Resolves when a condition holds. It is checked after each turn of the event loop, and less often later. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turns = 0; !(await condition()); turns += 1) {
    await (turns < TURNS_MAX ? turn() : pause(PAUSE_MS));
  }
}

/** Lets arrive what is on its way between sockets of this process, which takes some turns of the event loop. */
export async function untilDelivered(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}
