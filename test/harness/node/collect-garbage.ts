import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Runs a full garbage collection now. What a `WeakRef` was asked for in this job stays. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
