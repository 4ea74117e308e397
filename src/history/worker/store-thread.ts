import { Worker } from 'node:worker_threads';
import type { HistoryStore, PointsQuery } from '../history-store.ts';
import type { PackedPage } from '../store/packed-pages.ts';
import { NewerSchemaError } from '../store/schema-version.ts';

/** How the address of an SQLite database begins; a path follows. */
export const SQLITE_SCHEME = 'sqlite:';

export interface WorkerOptions {
  /** `sqlite:PATH` or a URL of PostgreSQL, which one thread both writes and reads. */
  readonly url: string;
  readonly role: 'write' | 'read';
}

/** A call of a method, answered by a `StoreReply` with the same id. Opening the store counts as call 0. */
export interface StoreCall {
  readonly id: number;
  readonly method: keyof PackedStore;
  readonly args: readonly unknown[];
}

export type StoreReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } };

/** What a worker's store does: all that a `HistoryStore` does, with points as numbers. */
export type PackedStore = Omit<HistoryStore, 'points'> & {
  points(query: PointsQuery): Promise<PackedPage[]>;
};

/** A worker with a store, and the calls that wait for its answers. */
export class StoreThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  #hasEnded = false;

  private constructor(options: WorkerOptions) {
    this.#worker = new Worker(new URL('./store-worker.ts', import.meta.url), {
      workerData: options,
      execArgv: [],
    });
    this.#worker.on('message', (reply: StoreReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The worker of the history has ended.')));
  }

  /** Resolves once the store is open; rejects if it can't be opened. */
  static async open(options: WorkerOptions): Promise<StoreThread> {
    const thread = new StoreThread(options);
    try {
      await thread.#answerTo(0);
      return thread;
    } catch (error) {
      await thread.#worker.terminate();
      throw error;
    }
  }

  /** Whether it can't answer any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  call<Method extends keyof PackedStore>(
    method: Method,
    ...args: readonly unknown[]
  ): ReturnType<PackedStore[Method]> {
    this.#lastId += 1;
    const call: StoreCall = { id: this.#lastId, method, args };
    const answer = this.#answerTo(call.id);
    if (!this.#hasEnded) this.#worker.postMessage(call);
    return answer as ReturnType<PackedStore[Method]>;
  }

  /** Closes the store after all calls before. */
  async close(): Promise<void> {
    if (this.#hasEnded) return;
    await this.call('close').catch(() => {}); // The store may be broken; the thread ends in any case.
    await this.#worker.terminate();
  }

  #answerTo(id: number): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    if (this.#hasEnded) answer.reject(new Error('The history is closed.'));
    else this.#waiting.set(id, answer);
    return answer.promise;
  }

  #settle(reply: StoreReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('error' in reply) waiting?.reject(toError(reply.error));
    else waiting?.resolve(reply.value);
  }

  #end(error: unknown): void {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function toError({ name, message }: { readonly name: string; readonly message: string }): Error {
  return name === 'NewerSchemaError' ? new NewerSchemaError(message) : new Error(message);
}
