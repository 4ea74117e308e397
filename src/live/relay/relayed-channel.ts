import type { Log } from '../../observability/log.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';
import type { Clock } from '../../scheduling/clock.ts';
import type { StreamListener, UpstreamReading } from '../board/live-board.ts';
import type { LogReader } from './replica/log-reader.ts';
import type { ReplicaBoard } from './replica/replica-board.ts';
import type { Decode } from './step.ts';
import type { RelayStore } from './store/relay-store.ts';

/** One account's upstream stream of one channel, as a replica shares it: what its lease, leader and follower use. */
export interface RelayedChannel<Value> {
  readonly store: RelayStore;
  readonly reader: LogReader;
  readonly clock: Clock;
  readonly log: Log;
  /** Traces steps; null if nothing is traced. */
  readonly tracing: Tracing | null;
  /** Returns a number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** A unique name for this process, as the owner of leases. */
  readonly owner: string;
  /** The board's name in Redis. */
  readonly boardKey: string;
  /** Returns a name for a new epoch, used if Redis has lost the board. */
  readonly newEpochId: () => string;
  /** This replica's copy of the board. */
  readonly board: ReplicaBoard<Value>;
  readonly decode: Decode<Value>;
  /** What a leader reads and merges. */
  readonly newReading: () => UpstreamReading<Value>;
  readonly listener: StreamListener;
  /** Called with a promise that resolves once the lease is released. It never rejects. */
  readonly onClose: (released: Promise<void>) => void;
}
