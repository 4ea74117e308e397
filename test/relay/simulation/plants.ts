import type { AppendRequest, AppendResult } from '../../../src/live/relay/store/relay-store.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import { ModelStore } from '../model/model-store.ts';
import { WallClock } from './process-clock.ts';
import type { Plant } from './simulation.ts';

/** Writes the log and the snapshot with two commands. */
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
function hasty(leader: UpstreamStreamListener): UpstreamStreamListener {
  return {
    onFrame(frame) {
      leader.onFrame(frame);
      const data = { status: 'ready', books: [], total_odds: 0 };
      if (frame.kind === 'snapshot') leader.onFrame({ kind: 'snapshot:complete', data });
    },
    onDegraded: (...trouble) => leader.onDegraded(...trouble),
    onEnd: (error) => leader.onEnd(error),
  };
}

/** Faults that the simulation must detect, the messages with which it does, and a seed that shows each one early. */
export const PLANTS: readonly { what: string; plant: Plant; shows: RegExp; seed: number }[] = [
  {
    what: 'steps of an earlier term are accepted',
    plant: { checksTerms: false },
    shows: /step of an earlier term/,
    seed: 40,
  },
  {
    what: 'the log and the snapshot are written by two commands',
    plant: { newStore: (options) => new HalvingStore(options) },
    shows: /wrong rows|misses row|STALE/,
    seed: 17,
  },
  {
    what: 'an incomplete snapshot removes rows',
    plant: { usedListener: hasty },
    shows: /was never withdrawn/,
    seed: 1,
  },
  {
    what: 'the lease is judged by the wall clock',
    plant: { usedClock: (clock) => new WallClock(clock) },
    shows: /Two replicas|0 leaders|shows READY|rests at/,
    seed: 1,
  },
];
