/**
 * The Redis operations that the relay needs. Every method is one command or one script, and therefore
 * atomic.
 *
 * If a method rejects, its command may have run without a response, may still run later, or may never
 * run. Callers must be correct in all three cases.
 */
export interface RelayStore {
  /**
   * Acquires the lease with a new term if it is free or already belongs to the owner. If Redis has lost
   * the board that the caller has seen, the lease may be lost as well, while its leader still reads
   * upstream: all but that leader then have to wait once for as long as a lease lasts.
   */
  acquire(board: string, request: AcquireRequest): Promise<AcquireAnswer>;
  /** Extends the lease. False if another process or term leads, or if steps or rows were lost. */
  renew(board: string, request: RenewRequest): Promise<boolean>;
  /** Releases the lease and wakes all readers of the log. Does nothing for another owner or term. */
  release(board: string, request: Leadership): Promise<void>;
  /** Writes a step to the log, and its rows over those that are stored; or writes nothing. */
  append(board: string, request: AppendRequest): Promise<AppendAnswer>;
  /** The state of the board; null if there is none, or none that this version can read. */
  head(board: string): Promise<Head | null>;
  /**
   * A page of the stored rows. `cursor` is '0' for the first page and in the last response. A row that
   * exists during the whole scan is returned at least once, in a state that it had during the scan.
   */
  scan(board: string, cursor: string): Promise<{ cursor: string; rows: readonly StoredRow[] }>;
  /** Entries of the log after one id and up to another, oldest first, a page at a time. */
  range(board: string, after: string, upTo: string): Promise<readonly LogEntry[]>;
  /**
   * The entries after the given ids, by board. Waits up to `blockMs` for the first one. Reads must not
   * overlap.
   */
  read(after: ReadonlyMap<string, string>, blockMs: number): Promise<LogEntries>;
  /** Ends the current read at once, or the next one if there is none. */
  interruptRead(): void;
}

export type LogEntries = ReadonlyMap<string, readonly LogEntry[]>;

/**
 * The leader of a board: a process, and the fencing token of its lease. Tokens count within an epoch:
 * Redis forgets them with its data.
 */
export interface Leadership {
  readonly owner: string;
  readonly epoch: string;
  readonly term: number;
}

export interface AcquireRequest {
  readonly owner: string;
  readonly leaseMs: number;
  /** The name of the new epoch, if one has to start. */
  readonly freshEpoch: string;
  /**
   * The last state that the caller has seen; null if none. If Redis has an earlier state of the same
   * epoch, it has lost steps, and a new epoch starts. One also starts if Redis has another epoch whose
   * `forgottenVersion` is below this version: cursors only ever go up. The leader of that epoch is fenced.
   */
  readonly known: Position | null;
  /** Whether the caller cannot read the stored board, so that a new epoch starts. */
  readonly cannotRead: boolean;
  /** Whether the caller was the board's last leader, as far as it has heard. */
  readonly hasLed: boolean;
}

export interface Position {
  readonly epoch: string;
  readonly offset: number;
  readonly version: number;
}

export type AcquireAnswer =
  | { readonly kind: 'acquired'; readonly head: Head }
  /**
   * `epoch` and `offset` are null if there is no readable board, or while everyone waits because a lease
   * may have been lost.
   */
  | {
      readonly kind: 'held';
      readonly remainingMs: number;
      readonly epoch: string | null;
      readonly offset: number | null;
    };

export interface RenewRequest extends Leadership {
  readonly leaseMs: number;
  /** The last step whose acceptance the leader knows of. */
  readonly offset: number;
}

/** The state of a board after its last step. */
export interface Head extends Position {
  /** The fencing token of the last leader. */
  readonly term: number;
  /** Removals up to this version are forgotten; at first the version with which the epoch began. */
  readonly forgottenVersion: number;
  /** Whether the board has been complete in this epoch. */
  readonly isComplete: boolean;
  /** The state of the upstream stream, as the leader encoded it; null before the first. */
  readonly status: string | null;
  /** Rows on the board, without the removals that are stored beside them. */
  readonly size: number;
  /** The id of the last entry of the log; '0-0' before the first. */
  readonly tail: string;
}

export interface AppendRequest extends Leadership {
  /** The number of the step: one more than that of the last accepted step. */
  readonly offset: number;
  readonly fromVersion: number;
  readonly toVersion: number;
  readonly forgottenVersion: number;
  readonly isComplete: boolean;
  /** Rows on the board after the step, without removals. */
  readonly size: number;
  /** Null if the status is unchanged. */
  readonly status: string | null;
  /** The entry of the log without its rows. */
  readonly header: string;
  /** Each id once. The store keeps the last value of a removed row. */
  readonly rows: readonly StoredRow[];
  /** Removals that are dropped from the store before the rows are written. */
  readonly forgottenIds: readonly string[];
}

/**
 * `appended`: the step was accepted, now or by an earlier request. `fenced`: there is a newer leader.
 * `diverged`: the step does not continue the stored board, for example because Redis has lost data.
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

/** The maximum rows of a step: a script has a bounded stack, and blocks Redis while it runs. */
export const STEP_ROWS_MAX = 1_000;

/** How long a board stays in Redis after the last step or renewal of its last leader. */
export const RETENTION_MS = 120_000;

/** How long a step stays in the log, and how many stay. */
export const LOG_AGE_MS = 60_000;
export const LOG_STEPS_MAX = 1_000;

/** The format of all stored values. Boards of another format are never read. */
export const FORMAT = '1';

/** The header of the entry that wakes all readers when a leader has released its lease. */
export const RELEASE_HEADER = '{"kind":"release"}';
