import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { StreamListener } from '../../../src/live/board/live-board.ts';
import { OddsBoard } from '../../../src/live/board/odds-board.ts';
import { RESUME_WAIT_MS } from '../../../src/live/relay/relay.ts';
import type { RelayedChannel } from '../../../src/live/relay/relayed-channel.ts';
import { type NewLeader, RelayedStream } from '../../../src/live/relay/relayed-stream.ts';
import { LogReader } from '../../../src/live/relay/replica/log-reader.ts';
import { ReplicaBoard } from '../../../src/live/relay/replica/replica-board.ts';
import { ODDS_ROWS } from '../../../src/live/relay/replica/row-types.ts';
import type { RelayStore } from '../../../src/live/relay/store/relay-store.ts';
import type { SharedStream } from '../../../src/live/stream/shared-stream.ts';
import type { OddsPayload } from '../../../src/live/topics/odds-projection.ts';
import type { Clock } from '../../../src/scheduling/clock.ts';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';
import { oddsStream } from '../../harness/feeds/odds-streams.ts';
import { SimulatedReader } from '../../harness/feeds/simulated-reader.ts';
import { SILENT_LOG } from '../../harness/silent-log.ts';
import type { Network } from './network.ts';
import type { ProcessClock } from './process-clock.ts';
import { SimulatedConnection, type SimulatedUpstream } from './upstream.ts';

export const BOARD = 'board';

/** The most rows in a step: few, so that many changes take several. */
const STEP_ROWS_MAX = 4;

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
  readonly newEpochId: () => string;
  readonly newLeader: NewLeader<Odds>;
  /** Called with a row that the replica's subscribers are shown to be gone. */
  readonly onRemoval: (id: string) => void;
  readonly onOpenUpstream: () => void;
}

/** Runs each task once the code that has added it is done, so that no turn of the event loop is waited for. */
class PromptScheduler extends Scheduler {
  override add(_account: string, _owner: object, task: () => void): void {
    queueMicrotask(task);
  }
}

/** One process: the shipped relay and its shared stream between simulated neighbours. */
export class SimulatedReplica {
  readonly clock: ProcessClock;
  readonly network: Network;
  readonly board: ReplicaBoard<Odds>;
  /** A client that stays as long as the process. */
  readonly reader: SimulatedReader;
  readonly shared: SharedStream<Odds, OddsPayload>;
  readonly #options: SimulatedReplicaOptions;
  #connection: SimulatedConnection | null = null;
  readonly #log: LogReader;
  #stream!: RelayedStream<Odds>;

  constructor(options: SimulatedReplicaOptions) {
    const { clock, usedClock, store } = options;
    this.#options = options;
    this.clock = clock;
    this.network = options.network;
    this.board = new ReplicaBoard(ODDS_ROWS);
    this.#log = new LogReader(store, usedClock);
    this.shared = oddsStream({
      clock: usedClock,
      scheduler: new PromptScheduler(usedClock),
      board: this.board,
      openStream: (listener) => this.#open(listener),
      resumeWaitMs: RESUME_WAIT_MS,
    });
    this.reader = new SimulatedReader(options.onRemoval);
    this.reader.subscribe(this.shared);
    this.reader.follow();
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
    this.#log.close();
  }

  reconnect(): void {
    this.#stream.reconnect();
  }

  crash(): void {
    this.clock.crash();
    this.#connection?.close();
  }

  #open(listener: StreamListener): RelayedStream<Odds> {
    const { owner, clock, usedClock, store, random, newEpochId, newLeader } = this.#options;
    const { upstream, latency, onOpenUpstream } = this.#options;
    const channel: RelayedChannel<Odds> = {
      ...{ store, clock: usedClock, random, owner, newEpochId, log: SILENT_LOG, tracing: null },
      boardKey: BOARD,
      board: this.board,
      reader: this.#log,
      decode: (json) => json as Odds,
      newReading: () => ({
        board: new OddsBoard(),
        open: (frames) => {
          const options = { upstream, clock, latency, onOpen: onOpenUpstream };
          this.#connection = new SimulatedConnection(options, frames);
          return this.#connection;
        },
      }),
      listener,
      onClose: () => {},
    };
    this.#stream = new RelayedStream<Odds>(channel, (of, head, lease, replacesEarlier) =>
      newLeader(of, head, lease, replacesEarlier, STEP_ROWS_MAX),
    );
    return this.#stream;
  }
}
