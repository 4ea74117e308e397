import { Leader } from '../../../src/live/relay/leader/leader.ts';
import type { AppendRequest, AppendResult } from '../../../src/live/relay/store/relay-store.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';
import { ModelStore } from '../model/model-store.ts';
import { WallClock } from './process-clock.ts';
import type { Fault } from './simulation.ts';

/** Sends newer changes under the number of a step that may have been accepted already. */
class BlindlyRetryingLeader<Value> extends Leader<Value> {
  protected override stepToRetry(sent: AppendRequest): AppendRequest {
    const next = this.nextStep();
    const rows = new Map([...sent.rows, ...next.rows].map((row) => [row.id, row]));
    const step = { ...next.step, from: sent.step.from };
    return { ...next, step, rows: [...rows.values()] };
  }
}

/** Writes the log and the rows with two commands. */
class HalvingStore extends ModelStore {
  override async append(board: string, request: AppendRequest): Promise<AppendResult> {
    const answer = await this.send(() => {
      const check = this.redis.checkAppend(board, request);
      if (check === 'fits') this.redis.writeLog(board, request);
      return check;
    });
    if (answer !== 'fits') return answer;
    await this.send(() => this.redis.writeRows(board, request));
    return 'appended';
  }
}

/** Treats the first part of a snapshot as the whole. */
class HastyLeader<Value> extends Leader<Value> {
  override onFrame(frame: StreamFrame): void {
    super.onFrame(frame);
    const data = { status: 'ready', books: [], total_odds: 0 };
    if (frame.kind === 'snapshot') super.onFrame({ kind: 'snapshot:complete', data });
  }
}

/** Faults that the simulation must detect, the messages with which it does, and a seed that shows each one early. */
export const PLANTED_FAULTS: readonly {
  what: string;
  fault: Fault;
  message: RegExp;
  seed: number;
}[] = [
  {
    what: 'steps of an earlier term are accepted',
    fault: { checksTerms: false },
    message: /step of an earlier term/,
    seed: 40,
  },
  {
    what: 'a step without an answer is built again before it is sent again',
    fault: { newLeader: (...parameters) => new BlindlyRetryingLeader(...parameters) },
    message: /wrong rows|misses row|rests at/,
    seed: 17,
  },
  {
    what: 'the log and the rows are written by two commands',
    fault: { newStore: (options) => new HalvingStore(options) },
    message: /wrong rows|misses row|STALE/,
    seed: 17,
  },
  {
    what: 'an incomplete snapshot removes rows',
    fault: { newLeader: (...parameters) => new HastyLeader(...parameters) },
    message: /was never withdrawn/,
    seed: 1,
  },
  {
    what: 'the lease is judged by the wall clock',
    fault: { usedClock: (clock) => new WallClock(clock) },
    message: /Two replicas|0 leaders|shows READY|rests at/,
    seed: 1,
  },
];
