import type { ChildProcess } from 'node:child_process';

/** Kills a process, and the group that it leads, when this one ends. */
export function endWithWorker(child: ChildProcess, leadsGroup = false): void {
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(leadsGroup ? -child.pid : child.pid, 'SIGKILL');
    } catch {} // It has ended.
  };
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
