import { type ChildProcess, spawnSync } from 'node:child_process';

/** The measured server has one core to itself; upstream and the load generator share the other. */
export const canPin = spawnSync('taskset', ['-V']).status === 0;

/** Pins a process to one core, if the machine supports it. */
export function pin(process: ChildProcess | NodeJS.Process, core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}
