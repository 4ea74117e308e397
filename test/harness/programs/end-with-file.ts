import type { ChildProcess } from 'node:child_process';

const kills = new Set<() => void>();

/**
 * Kills a process, and the group that it leads, after the test file that has started it, if that fails to stop it, or
 * when this program ends.
 */
export function endWithFile(child: ChildProcess, leadsGroup = false): void {
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(leadsGroup ? -child.pid : child.pid, 'SIGKILL');
    } catch {} // It has ended.
  };
  kills.add(kill);
  child.once('exit', () => kills.delete(kill));
}

export function killPrograms(): void {
  for (const kill of kills) kill();
}

process.once('exit', killPrograms); // Vitest's workers end without it.
