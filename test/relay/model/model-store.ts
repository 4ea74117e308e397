import type {
  AcquireRequest,
  AppendRequest,
  AppendResult,
  Leadership,
  LogEntries,
  RelayStore,
  RenewRequest,
} from '../../../src/live/relay/store/relay-store.ts';
import type { Clock } from '../../../src/scheduling/clock.ts';
import type { ModelRedis } from './model-redis.ts';

/** What becomes of a command: how long it travels, and on which way it or its answer gets lost. */
export interface Passage {
  readonly thereMs: number;
  readonly backMs: number;
  readonly lost: 'nowhere' | 'there' | 'back';
  /** When the process learns of a loss, for instance since the connection is reset. */
  readonly failMs: number;
}

export const DIRECT: Passage = { thereMs: 0, backMs: 0, lost: 'nowhere', failMs: 0 };

export interface ModelStoreOptions {
  readonly redis: ModelRedis;
  /** The clock of the process: answers wait while it is paused. */
  readonly clock: Clock;
  /** The clock of the network and of Redis, if a process that is paused cannot stop it. */
  readonly world?: Clock;
  readonly passage?: () => Passage;
  /** Whether the network is cut at this moment: an answer that was on its way is lost, too. */
  readonly isCut?: () => boolean;
}

/** The connection of one process to a model of Redis, on which commands can be late or lost. */
export class ModelStore implements RelayStore {
  protected readonly redis: ModelRedis;
  readonly #options: Required<ModelStoreOptions>;
  #isInterrupted = false;
  #endRead: (() => void) | null = null;

  constructor(options: ModelStoreOptions) {
    this.redis = options.redis;
    const { clock } = options;
    this.#options = { world: clock, passage: () => DIRECT, isCut: () => false, ...options };
  }

  acquire(board: string, request: AcquireRequest) {
    return this.send(() => this.redis.acquire(board, request));
  }

  renew(board: string, request: RenewRequest) {
    return this.send(() => this.redis.renew(board, request));
  }

  release(board: string, request: Leadership) {
    return this.send(() => this.redis.release(board, request));
  }

  append(board: string, request: AppendRequest): Promise<AppendResult> {
    return this.send(() => this.redis.append(board, request));
  }

  head(board: string) {
    return this.send(() => this.redis.head(board));
  }

  scan(board: string, cursor: string) {
    return this.send(() => this.redis.scan(board, cursor));
  }

  range(board: string, after: string, upTo: string) {
    return this.send(() => this.redis.range(board, after, upTo));
  }

  interruptRead(): void {
    this.#isInterrupted = true;
    this.#endRead?.();
  }

  /** Ends as soon as there is anything to read, the time is over, or it is interrupted. */
  read(after: ReadonlyMap<string, string>, blockMs: number): Promise<LogEntries> {
    return this.#travel((answer) => this.#block(after, blockMs, answer), blockMs);
  }

  /** Runs a command at Redis after its journey; rejects if it or its answer is lost. */
  protected send<T>(command: () => T): Promise<T> {
    return this.#travel((answer) => answer(command()), 0);
  }

  #travel<T>(arrive: (answer: (value: T) => void) => void, extraMs: number): Promise<T> {
    const { world, clock, passage, isCut } = this.#options;
    const { thereMs, backMs, lost, failMs } = passage();
    return new Promise<T>((resolve, reject) => {
      const fail = (ms: number) =>
        clock.after(ms, () => reject(new Error('The connection to Redis was lost.')));
      if (lost !== 'nowhere') fail(extraMs + failMs);
      if (lost === 'there') return;
      const answer = (value: T) => {
        if (lost === 'back') return;
        if (isCut()) fail(failMs);
        else after(clock, backMs, () => resolve(value));
      };
      after(world, thereMs, () => arrive(answer));
    });
  }

  #block(
    after: ReadonlyMap<string, string>,
    blockMs: number,
    answer: (entries: LogEntries) => void,
  ): void {
    const end = () => {
      timer.cancel();
      stopListening();
      this.#endRead = null;
      this.#isInterrupted = false;
      answer(this.redis.entriesAfter(after));
    };
    const isOver = () => this.#isInterrupted || this.redis.entriesAfter(after).size > 0;
    const stopListening = this.redis.onWrite(() => {
      if (isOver()) end();
    });
    const timer = this.#options.world.after(blockMs, end);
    this.#endRead = end;
    if (isOver()) end();
  }
}

function after(clock: Clock, ms: number, callback: () => void): void {
  if (ms === 0) callback();
  else clock.after(ms, callback);
}
