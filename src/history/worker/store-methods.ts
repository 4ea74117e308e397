import type { HistoryStore } from '../history-store.ts';

/** The methods of a store as its worker runs them, which may be synchronous. */
export type StoreMethods = {
  readonly [Name in keyof HistoryStore]: (
    ...args: Parameters<HistoryStore[Name]>
  ) => Awaited<ReturnType<HistoryStore[Name]>> | ReturnType<HistoryStore[Name]>;
};

export type StoreMethod = keyof StoreMethods;

/** What a worker does. An SQLite database has one that writes and one that reads, so that no read waits for a write. */
export type WorkerRole = 'write' | 'read';

export interface WorkerOptions {
  /** `sqlite:PATH` or a URL of PostgreSQL. */
  readonly url: string;
  readonly role: WorkerRole;
}

/** A call of a method, answered by a `StoreReply` with the same id. Opening the store counts as call 0. */
export interface StoreCall {
  readonly id: number;
  readonly method: StoreMethod;
  readonly args: readonly unknown[];
}

export type StoreReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } };
