import type { LogEntry, StepHeader, StoredRow } from '../step.ts';

/**
 * The Redis operations with which replicas of this server share boards. `board` is the name of a board. Every
 * method is one command or one script, and therefore atomic.
 *
 * If a method rejects, its command may have run without a response, may still run later, or may never run.
 * Callers must be correct in all three cases.
 */
export interface RelayStore {
  /**
   * Acquires the lease, with a new fencing token (`term`), if it is free or already belongs to the caller. If
   * Redis has lost the board, it may have lost the lease too, while the leader still consumes the upstream
   * stream. All others then wait once for as long as a lease lasts.
   */
  acquire(board: string, request: AcquireRequest): Promise<AcquireResult>;
  /** Extends the lease. Returns false if the term is not current, or if Redis has lost steps or rows. */
  renew(board: string, request: RenewRequest): Promise<boolean>;
  /** Releases the lease and wakes all readers of the log. Does nothing if the term is no longer current. */
  release(board: string, request: Leadership): Promise<void>;
  /** Appends a step to the log and updates the stored rows; does neither if the step is refused. */
  append(board: string, request: AppendRequest): Promise<AppendResult>;
  /** The state of the board; null if there is none, or none that this version of the server can read. */
  head(board: string): Promise<Head | null>;
  /**
   * Returns a page of the stored rows (HSCAN). `cursor` is '0' for the first page and in the last response. A
   * row that exists during the whole scan is returned at least once, in a state that it had during the scan.
   */
  scan(board: string, cursor: string): Promise<{ cursor: string; rows: readonly StoredRow[] }>;
  /** Returns a page of the log: entries with ids after `after` and up to `upTo`, oldest first. */
  range(board: string, after: string, upTo: string): Promise<readonly LogEntry[]>;
  /**
   * Returns the log entries after the given id of each board (XREAD). Waits up to `blockMs` if there are
   * none. Only one read may be in progress at a time.
   */
  read(after: ReadonlyMap<string, string>, blockMs: number): Promise<LogEntries>;
  /** Ends the current read at once, or the next one if there is none. */
  interruptRead(): void;
}

/** New log entries by the name of their board. */
export type LogEntries = ReadonlyMap<string, readonly LogEntry[]>;

/**
 * Identifies the leader of a board: the process, and the fencing token of its lease (`term`). Terms are
 * comparable only within an epoch, because Redis loses them with its other data.
 */
export interface Leadership {
  /** The unique name of the process. */
  readonly owner: string;
  readonly epoch: string;
  readonly term: number;
}

export interface AcquireRequest {
  readonly owner: string;
  readonly leaseMs: number;
  /** The name of the new epoch, if one has to start. */
  readonly newEpochId: string;
  /**
   * The last state that the caller has seen; null if none. If Redis has an earlier state of the same
   * epoch, it has lost steps, and a new epoch starts. A new one also starts if Redis has another epoch whose
   * `forgottenVersion` is not above this version, because the version that a subscriber has must never go
   * down. The leader of that epoch is fenced: Redis refuses its steps.
   */
  readonly lastSeen: Position | null;
  /** Whether the caller cannot read the stored board, so that a new epoch starts. */
  readonly isUndecodable: boolean;
  /** Whether the caller was the board's last leader, so lately that nobody else can have had the lease since. */
  readonly hasLed: boolean;
}

/** A board's last step at some time. */
export interface LastStep {
  readonly epoch: string;
  /** The number of the step in the epoch. */
  readonly offset: number;
}

/** A state that a board has had. */
export interface Position extends LastStep {
  /** The number of the board's last change of a row. */
  readonly version: number;
}

export type AcquireResult =
  | { readonly kind: 'acquired'; readonly head: Head }
  /**
   * The lease is not free. `lastStep` is null if there is no readable board, or if Redis has lost it and all wait
   * because the lease may be lost too.
   */
  | { readonly kind: 'held'; readonly remainingMs: number; readonly lastStep: LastStep | null };

export interface RenewRequest extends Leadership {
  readonly leaseMs: number;
  /** The number of the last step that Redis is known to have accepted. */
  readonly offset: number;
}

/** The current state of a board in Redis, after its last step. */
export interface Head extends Position {
  /** The fencing token of the last leader. */
  readonly term: number;
  /**
   * Removals up to this version are forgotten: no longer remembered for subscribers that have not received
   * them. In a new epoch, this is the version at which it began.
   */
  readonly forgottenVersion: number;
  /** Whether the board has had a whole snapshot from upstream in this epoch. */
  readonly isComplete: boolean;
  /** The state of the upstream stream, as the leader encoded it; null before the first. */
  readonly status: string | null;
  /** The number of rows on the board, without the removals that are stored in the same hash. */
  readonly size: number;
  /** The id of the last entry of the log; '0-0' before the first. */
  readonly tail: string;
}

export interface AppendRequest extends Omit<Leadership, 'epoch'> {
  readonly step: StepHeader;
  /** The changed and removed rows, each once. The store keeps the last value of a removed row. */
  readonly rows: readonly StoredRow[];
  /** Ids of removals that are deleted from the store before the rows are written. */
  readonly forgottenIds: readonly string[];
}

/**
 * `appended`: the step was accepted, now or by an earlier request. `fenced`: there is a newer leader.
 * `diverged`: the step does not continue the stored board, for example because Redis has lost data.
 */
export type AppendResult = 'appended' | 'fenced' | 'diverged';

/** How long a lease is valid in Redis after it was acquired or renewed. */
export const LEASE_MS = 5_000;

/** The maximum rows of a step: a Lua script has a bounded stack, and blocks Redis while it runs. */
export const STEP_ROWS_MAX = 1_000;

/** How long a board stays in Redis after the last step or renewal of its last leader. */
export const RETENTION_MS = 120_000;

/** Older steps than this, or more than this many, are trimmed from the log. */
export const LOG_AGE_MS = 60_000;
export const LOG_STEPS_MAX = 1_000;

/** The format of all stored values. Boards of another format are never read. */
export const FORMAT = '1';

/** The header of the entry that wakes all readers when a leader has released its lease. */
export const RELEASE_HEADER = '{"kind":"release"}';

/**
 * The maximum bytes of a page of rows, and of an entry of the log. Both take a fraction of that; what is larger is
 * another program's.
 */
export const REPLY_BYTES_MAX = 32 * 2 ** 20;
