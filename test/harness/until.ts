import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/**
 * What has not happened after so many turns of the event loop waits for something else than this process,
 * and that needs the processor.
 */
const TURNS_MAX = 500;
const PAUSE_MS = 3;

/**
 * A condition that asks another process, or over HTTP, counts as so many turns and is checked less often: to ask costs
 * both the processor.
 */
const ASKED_TURNS = 50;
const ASKED_PAUSE_MS = 20;

/** Before the test times out, so that its stack says what was waited for. */
const GIVE_UP_S = 55;

/** Resolves when a condition holds. It is checked after each turn of the event loop, and less often later. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = process.uptime() + GIVE_UP_S;
  for (let turns = 0; ; ) {
    const holds = condition();
    if (await holds) return;
    if (process.uptime() > giveUpAt) throw new Error(`This never happened: ${condition}`);
    const isAsked = typeof holds !== 'boolean';
    turns += isAsked ? ASKED_TURNS : 1;
    await (turns < TURNS_MAX ? turn() : pause(isAsked ? ASKED_PAUSE_MS : PAUSE_MS));
  }
}

/** Lets arrive what is on its way between sockets of this process, which takes some turns of the event loop. */
export async function untilDelivered(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}
