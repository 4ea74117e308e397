import type { Clock } from '../../src/clock.ts';
import type {
  AcquireRequest,
  AppendAnswer,
  AppendRequest,
  Leadership,
  LogEntries,
  RelayStore,
  RenewRequest,
} from '../../src/live/relay/relay-store.ts';
import type { ModelRedis } from './model-redis.ts';

/** What becomes of a command: how long it travels each way, and which way it gets lost on. */
export interface Passage {
  readonly thereMs: number;
  readonly backMs: number;
  readonly lost: 'nowhere' | 'there' | 'back';
}

export type Passages = () => Passage;

/** How long a process waits for an answer. */
const ANSWER_MS = 2_000;

/** The connection of one process to a model of Redis, on which commands can be late or lost. */
export class ModelStore implements RelayStore {
  readonly #redis: ModelRedis;
  readonly #clock: Clock;
  readonly #passages: Passages;
  #isInterrupted = false;
  #endRead: (() => void) | null = null;

  constructor(redis: ModelRedis, clock: Clock, passages: Passages) {
    this.#redis = redis;
    this.#clock = clock;
    this.#passages = passages;
  }

  acquire(board: string, request: AcquireRequest) {
    return this.send(() => this.#redis.acquire(board, request));
  }

  renew(board: string, request: RenewRequest) {
    return this.send(() => this.#redis.renew(board, request));
  }

  release(board: string, request: Leadership) {
    return this.send(() => this.#redis.release(board, request));
  }

  append(board: string, request: AppendRequest): Promise<AppendAnswer> {
    return this.send(() => this.#redis.append(board, request));
  }

  head(board: string) {
    return this.send(() => this.#redis.head(board));
  }

  scan(board: string, cursor: string) {
    return this.send(() => this.#redis.scan(board, cursor));
  }

  range(board: string, after: string, upTo: string) {
    return this.send(() => this.#redis.range(board, after, upTo));
  }

  interruptRead(): void {
    this.#isInterrupted = true;
    this.#endRead?.();
  }

  /** Ends as soon as anything is there to read, the time is over or it is interrupted. */
  async read(after: ReadonlyMap<string, string>, blockMs: number): Promise<LogEntries> {
    await this.send(() => {});
    if (!this.#isInterrupted && this.#redis.entriesAfter(after).size === 0) {
      await new Promise<void>((resolve) => {
        const stopListening = this.#redis.onWrite(() => {
          if (this.#redis.entriesAfter(after).size > 0) end();
        });
        const timer = this.#clock.after(blockMs, () => end());
        const end = () => {
          timer.cancel();
          stopListening();
          this.#endRead = null;
          resolve();
        };
        this.#endRead = end;
      });
    }
    this.#isInterrupted = false;
    return this.send(() => this.#redis.entriesAfter(after));
  }

  /** Runs a command at Redis, now or after its journey; rejects if either way is lost. */
  protected send<T>(command: () => T): Promise<T> {
    const { thereMs, backMs, lost } = this.#passages();
    return new Promise<T>((resolve, reject) => {
      const late = this.#clock.after(ANSWER_MS, () => reject(new Error('Redis does not answer.')));
      const arrive = () => {
        if (lost === 'there') return;
        const answer = command();
        if (lost === 'back') return;
        after(this.#clock, backMs, () => {
          late.cancel();
          resolve(answer);
        });
      };
      after(this.#clock, thereMs, arrive);
    });
  }
}

function after(clock: Clock, ms: number, callback: () => void): void {
  if (ms === 0) callback();
  else clock.after(ms, callback);
}
