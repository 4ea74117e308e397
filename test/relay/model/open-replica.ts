import { randomUUID } from 'node:crypto';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { StreamListener } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import type { RelayedChannel } from '../../../src/live/relay/relayed-channel.ts';
import { RelayedStream } from '../../../src/live/relay/relayed-stream.ts';
import { LogReader } from '../../../src/live/relay/replica/log-reader.ts';
import { ReplicaBoard } from '../../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS } from '../../../src/live/relay/replica/row-types.ts';
import { type Head, LEASE_MS } from '../../../src/live/relay/store/relay-store.ts';
import type { Log } from '../../../src/observability/log.ts';
import type { UpstreamStreamListener } from '../../../src/upstream/stream/stream-listener.ts';
import type { ManualClock } from '../../harness/manual-clock.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import type { ModelRedis } from './model-redis.ts';
import type { ModelStore } from './model-store.ts';

export const BOARD = 'board';

/** Gives the lease of the board to a replica that has never seen it. */
export function lead(redis: ModelRedis, owner: string): Head {
  const request = { owner, leaseMs: LEASE_MS, newEpochId: randomUUID(), lastSeen: null };
  const answer = redis.acquire(BOARD, { ...request, isUndecodable: false, hasLed: false });
  if (answer.kind === 'held') throw new Error('The lease is held.');
  return answer.head;
}

type Open = ReturnType<RelayedChannel<Odds>['newReading']>['open'];

/**
 * One replica of a board of odds over a model of Redis. `open` opens its upstream stream, if it leads; the test says to
 * `upstream` what comes on it.
 */
export function openReplica(
  store: ModelStore,
  clock: ManualClock,
  listener: Partial<StreamListener> = {},
  open: Open = () => ({ close() {}, reconnect() {} }),
  log: Log = SILENT_LOG,
) {
  const reader = new LogReader(store, clock);
  const board = new ReplicaBoard<Odds>(ODDS_ROWS);
  let released: Promise<void> | null = null;
  const stream = new RelayedStream<Odds>({
    ...{
      store,
      reader,
      clock,
      log,
      tracing: null,
      random: () => 0.5,
      owner: 'this replica',
    },
    ...{ boardKey: BOARD, board, decode: ODDS_ROWS.decode },
    newEpochId: randomUUID,
    newReading: () => ({
      board: new OddsBoard(),
      open: (upstream, earlier) => {
        replica.upstream = upstream;
        return open(upstream, earlier);
      },
    }),
    listener: { onRows() {}, onStatus() {}, onEnd() {}, ...listener },
    onClose: (leaseReleased) => {
      released = leaseReleased;
    },
  });
  const close = () => {
    stream.close();
    reader.close();
    return released;
  };
  const replica = { board, close, upstream: null as UpstreamStreamListener | null };
  return replica;
}
