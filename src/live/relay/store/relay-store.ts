/**
 * What the relay needs of Redis. Every method is one command or one script and therefore atomic.
 *
 * A method that rejects says nothing about its effect: the command may have run and only its answer
 * was lost, or it may still run later. Callers have to be correct in all three cases.
 */
export interface RelayStore {
  /** Takes the lease if it is free or already the owner's, with a new term. */
  acquire(board: string, request: AcquireRequest): Promise<AcquireAnswer>;
  /** Extends the lease; false if another owner or term has followed, or if steps or rows were lost. */
  renew(board: string, request: RenewRequest): Promise<boolean>;
  /** Frees the lease and wakes all readers of the log; does nothing under another owner or term. */
  release(board: string, request: Leadership): Promise<void>;
  /** Writes a step to the log and its rows to the snapshot, or writes nothing. */
  append(board: string, request: AppendRequest): Promise<AppendAnswer>;
  /** The state of the board; null if there is none, or none that this version can read. */
  head(board: string): Promise<Head | null>;
  /**
   * A page of the snapshot; `cursor` is '0' for the first page and in the last answer. A row that is
   * there during the whole scan is returned at least once, in some state that it had meanwhile.
   */
  scan(board: string, cursor: string): Promise<{ cursor: string; rows: readonly StoredRow[] }>;
  /** Entries of the log after one id and up to another, oldest first, a page at a time. */
  range(board: string, after: string, upTo: string): Promise<readonly LogEntry[]>;
  /**
   * The entries after the given ids, by board. Waits up to `blockMs` for the first one. A second read
   * may not begin before the first has ended.
   */
  read(after: ReadonlyMap<string, string>, blockMs: number): Promise<LogEntries>;
  /** Makes the current read, or else the next one, return at once. */
  interruptRead(): void;
}

export type LogEntries = ReadonlyMap<string, readonly LogEntry[]>;

/** The leader of a board: a process, and the fencing token that it was given with the lease. */
export interface Leadership {
  readonly owner: string;
  readonly term: number;
}

export interface AcquireRequest {
  readonly owner: string;
  readonly leaseMs: number;
  /** The name of the new epoch, if one has to begin. */
  readonly freshEpoch: string;
  /**
   * The last state that the caller has seen. An epoch of which it has seen more than Redis has is
   * not continued: Redis has lost steps. Null if the caller has seen nothing.
   */
  readonly known: Position | null;
  /** The caller cannot read what is stored: a new epoch begins. */
  readonly discards: boolean;
}

export interface Position {
  readonly epoch: string;
  readonly offset: number;
  readonly version: number;
}

export type AcquireAnswer =
  | { readonly kind: 'acquired'; readonly head: Head }
  /** `epoch` and `offset` are null where no state can be read. */
  | {
      readonly kind: 'held';
      readonly remainingMs: number;
      readonly epoch: string | null;
      readonly offset: number | null;
    };

export interface RenewRequest extends Leadership {
  readonly leaseMs: number;
  /** The last step that the leader knows to be accepted. */
  readonly offset: number;
}

/** The state of a board after its last step. */
export interface Head extends Position {
  /** The fencing token of the last leader. */
  readonly term: number;
  /** Removals up to this version are forgotten. */
  readonly forgottenVersion: number;
  /** Whether the board has been whole in this epoch. */
  readonly isComplete: boolean;
  /** The state of the upstream stream, as the leader encoded it; null before the first. */
  readonly status: string | null;
  /** Rows on the board, without remembered removals. */
  readonly size: number;
  /** The id of the last entry of the log; '0-0' before the first. */
  readonly tail: string;
}

export interface AppendRequest extends Leadership {
  readonly epoch: string;
  /** The step's number: the one after the last accepted. */
  readonly offset: number;
  readonly fromVersion: number;
  readonly toVersion: number;
  readonly forgottenVersion: number;
  readonly isComplete: boolean;
  /** Rows on the board after the step, without remembered removals. */
  readonly size: number;
  /** Null leaves the status as it was. */
  readonly status: string | null;
  /** What the log's entry says beside its rows. */
  readonly header: string;
  /** Each id once. A removal without a value keeps the row's last value in the snapshot. */
  readonly rows: readonly StoredRow[];
  /** Removals that leave the snapshot, before the rows are written. */
  readonly forgottenIds: readonly string[];
}

/**
 * `appended` also if the same step was accepted before. `fenced`: the lease is another leader's now.
 * `diverged`: the board is not what the step continues, for instance since Redis has lost data.
 */
export type AppendAnswer = 'appended' | 'fenced' | 'diverged';

/** `value` is encoded by `encodePut` or `encodeRemoval`. */
export interface StoredRow {
  readonly id: string;
  readonly value: string;
}

/** An entry of the replication log; its ids grow. */
export interface LogEntry {
  readonly id: string;
  readonly header: string;
  readonly rows: readonly StoredRow[];
}

/** The most rows that one step may have: scripts have a bounded stack and block Redis meanwhile. */
export const STEP_ROWS_MAX = 1_000;

/** How long a board stays in Redis after its last leader's last sign of life. */
export const RETENTION_MS = 120_000;

/** How long a step stays in the log, and how many stay. */
export const LOG_AGE_MS = 60_000;
export const LOG_STEPS_MAX = 1_000;

/** The format of everything the relay stores. Boards of another format are never read. */
export const FORMAT = '1';

/** The header of the entry that wakes all readers when a leader has freed its lease. */
export const RELEASE_HEADER = '{"kind":"release"}';
