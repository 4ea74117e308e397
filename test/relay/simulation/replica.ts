import type { Clock } from '../../../src/clock.ts';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { isSamePrice } from '../../../src/live/board/odds-rows.ts';
import type { Entry } from '../../../src/live/board/versioned-board.ts';
import {
  RelayedStream,
  type RelayedStreamOptions,
} from '../../../src/live/relay/relayed-stream.ts';
import { LogReader } from '../../../src/live/relay/replica/log-reader.ts';
import { ReplicaBoard } from '../../../src/live/relay/replica/replica-board.ts';
import type { ReloadReason } from '../../../src/live/relay/replica/replica-follower.ts';
import type { RelayStatus } from '../../../src/live/relay/step.ts';
import type { RelayStore } from '../../../src/live/relay/store/relay-store.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import type { Network } from './network.ts';
import type { ProcessClock } from './process-clock.ts';
import { SimulatedConnection, type SimulatedUpstream } from './upstream.ts';

export const BOARD = 'board';

export type NewLeader = RelayedStreamOptions<Odds>['newLeader'];

export interface SimulatedReplicaOptions {
  readonly owner: string;
  readonly clock: ProcessClock;
  readonly network: Network;
  /** What the shipped code takes for its clock. */
  readonly usedClock: Clock;
  readonly store: RelayStore;
  readonly upstream: SimulatedUpstream;
  readonly random: () => number;
  readonly latency: () => number;
  readonly newEpoch: () => string;
  readonly newLeader: NewLeader;
  /** Called with a row that the replica's subscribers are shown to be gone. */
  readonly onRemoval: (id: string) => void;
  readonly onOpenUpstream: () => void;
}

/** One process: the shipped relay between simulated neighbours. */
export class SimulatedReplica {
  readonly clock: ProcessClock;
  readonly network: Network;
  readonly board: ReplicaBoard<Odds>;
  readonly reloads: ReloadReason[] = [];
  status: RelayStatus['state'] | null = null;
  #connection: SimulatedConnection | null = null;
  readonly #reader: LogReader;
  readonly #stream: RelayedStream<Odds>;

  constructor(options: SimulatedReplicaOptions) {
    const { owner, clock, usedClock, store, random, newEpoch, newLeader } = options;
    this.clock = clock;
    this.network = options.network;
    const onChange = ({ id, isRemoved }: Entry<Odds>) => {
      if (isRemoved) options.onRemoval(id);
    };
    this.board = new ReplicaBoard({ isSameItem: isSamePrice });
    this.board.onChange(onChange);
    const { upstream, latency, onOpenUpstream } = options;
    this.#reader = new LogReader(store, usedClock);
    this.#stream = new RelayedStream<Odds>({
      ...{ store, clock: usedClock, random, owner, newEpoch, newLeader, log: SILENT_LOG },
      name: BOARD,
      replica: this.board,
      reader: this.#reader,
      onReload: (reason) => this.reloads.push(reason),
      decode: (json) => json as Odds,
      newMergeBoard: () => new OddsBoard(),
      openStream: (listener) => {
        const connection = new SimulatedConnection(
          { upstream, clock, latency, onOpen: onOpenUpstream },
          listener,
        );
        this.#connection = connection;
        return connection;
      },
      onStatus: ({ state }) => this.#show(state),
      onEnd: () => {},
      onAdvance: () => {},
      onClose: () => {},
    });
  }

  get isLeader(): boolean {
    return this.#stream.isLeader;
  }

  get hasUpstream(): boolean {
    return this.#connection?.isOpen ?? false;
  }

  /** Leaves as a process does that is replaced. */
  close(): void {
    this.#stream.close();
    this.#reader.close();
  }

  reconnect(): void {
    this.#stream.reconnect();
  }

  crash(): void {
    this.clock.crash();
    this.#connection?.close();
  }

  #show(state: RelayStatus['state']): void {
    if (state !== 'NOTICE') this.status = state;
    if (this.board.isComplete && !this.board.isReady) this.board.completeSnapshot();
  }
}
