import { type ChildProcess, spawnSync } from 'node:child_process';

/** Two cores: what is measured has one to itself, upstream and the load share the other. */
export const canPin = spawnSync('taskset', ['-V']).status === 0;

/** Has a process run on one core, where the machine can do that. */
export function pin(process: ChildProcess | NodeJS.Process, core: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}
