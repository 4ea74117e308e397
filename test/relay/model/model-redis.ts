import { randomUUID } from 'node:crypto';
import { type LogEntry, type StoredRow, TAKEOVER } from '../../../src/live/relay/step.ts';
import {
  type AcquireRequest,
  type AcquireResult,
  type AppendRequest,
  type AppendResult,
  type Head,
  type Leadership,
  LOG_AGE_MS,
  LOG_STEPS_MAX,
  type LogEntries,
  RELEASE_HEADER,
  RETENTION_MS,
  type RenewRequest,
} from '../../../src/live/relay/store/relay-store.ts';
import type { Clock } from '../../../src/scheduling/clock.ts';

interface StoredHead extends Head {
  readonly owner: string;
  /** Stored rows, with remembered removals. */
  readonly stored: number;
}

interface Board {
  /** The owner is null while others than the last leader wait for a lost lease to end. */
  lease: { owner: string | null; endsAt: number } | null;
  head: StoredHead | null;
  /** The run of Redis in which the head was stored, or which let others wait. */
  run: string | null;
  /** The next epoch begins above this version; null if this epoch may go on. */
  above: number | null;
  rows: Map<string, string>;
  log: LogEntry[];
  expiresAt: number;
}

/** Rows in a page of `scan`. */
const PAGE_ROWS = 3;

export interface ModelRedisOptions {
  readonly clock: Clock;
  readonly logStepsMax?: number;
  /** Off for the fault that a simulation has to find. */
  readonly checksTerms?: boolean;
}

/** Redis as the relay sees it: the meaning of each script, in plain code, on a test's clock. */
export class ModelRedis {
  readonly #options: Required<ModelRedisOptions>;
  readonly #boards = new Map<string, Board>();
  readonly #waiters = new Set<() => void>();
  #run: string = randomUUID();
  /** The run that a replica has noticed, and until when leases may be relied on that it doesn't know. */
  #known = { run: this.#run, settledAt: Number.NEGATIVE_INFINITY };
  #ids = 0;
  #wallOffset = 0;
  /** Steps that were accepted from a leader after a later one had been given the lease. */
  staleSteps = 0;

  constructor(options: ModelRedisOptions) {
    this.#options = { logStepsMax: LOG_STEPS_MAX, checksTerms: true, ...options };
  }

  /** Loses everything, as a restart without persistence or a flush does. */
  clear(): void {
    this.#boards.clear();
    this.#run = randomUUID();
  }

  /** Makes it one that replicas have known for a while. */
  settle(): void {
    this.#known = { run: this.#run, settledAt: Number.NEGATIVE_INFINITY };
  }

  /** Sets its wall clock, as a failover to another machine may. */
  stepWall(ms: number): void {
    this.#wallOffset += ms;
  }

  /** The state of now, which `restore` brings back as a failover to a lagging replica does. */
  backup(): () => void {
    const boards = structuredClone(this.#boards);
    return () => {
      this.#boards.clear();
      for (const [name, board] of structuredClone(boards)) this.#boards.set(name, board);
      this.#run = randomUUID();
    };
  }

  /** Loses a lease, as a restart or a failover may. */
  dropLease(name: string): void {
    this.#board(name).lease = null;
  }

  /** Loses the stored rows of a board. */
  evictRows(name: string): void {
    this.#boards.get(name)?.rows.clear();
  }

  /** Stores a head that another program might have written. */
  spoilHead(name: string): void {
    const board = this.#board(name);
    board.head = null;
    board.run = null;
    board.rows = new Map([['spoilt', 'spoilt']]);
  }

  acquire(name: string, request: AcquireRequest): AcquireResult {
    const board = this.#board(name);
    const { owner, leaseMs } = request;
    const now = this.#now;
    const { hasLed } = request;
    const isOwn = board.lease?.owner === owner;
    if (board.lease !== null && !isOwn && !(hasLed && board.lease.owner === null)) {
      const lastStep = board.head && { epoch: board.head.epoch, offset: board.head.offset };
      if (isBelow(board, request)) this.#endEpoch(board, request);
      return { kind: 'held', remainingMs: board.lease.endsAt - now, lastStep };
    }
    const expiresAt = now + RETENTION_MS;
    const isLost = this.#isLost(board, request);
    const settlingMs = this.#settledAt(leaseMs) - now;
    const remainingMs = request.lastSeen === null ? settlingMs : leaseMs;
    if (isLost && !hasLed && remainingMs > 0) {
      const lease = { owner: null, endsAt: now + remainingMs };
      Object.assign(board, { ...emptyBoard(), lease, run: this.#run, expiresAt });
      return { kind: 'held', remainingMs, lastStep: null };
    }
    Object.assign(board, { lease: { owner, endsAt: now + leaseMs }, expiresAt });
    const isWhole = board.head?.stored === board.rows.size;
    const mayGoOn = board.above === null && !isBelow(board, request);
    const isKept = !isLost && !request.isUndecodable && isWhole && mayGoOn;
    board.head = this.#newHead(board, request, isKept);
    if (!isKept) Object.assign(board, { rows: new Map(), log: [], run: this.#run, above: null });
    return { kind: 'acquired', head: headOf(board.head) };
  }

  renew(name: string, request: RenewRequest): boolean {
    const board = this.#board(name);
    const { owner, leaseMs, offset } = request;
    if (board.head === null || !isLedBy(board.head, request)) return false;
    if (board.head.offset < offset || board.head.stored !== board.rows.size) return false;
    board.lease = { owner, endsAt: this.#now + leaseMs };
    board.expiresAt = this.#now + RETENTION_MS;
    return true;
  }

  release(name: string, leadership: Leadership): void {
    const board = this.#board(name);
    const { owner } = leadership;
    if (board.head === null || !isLedBy(board.head, leadership)) return;
    const tail = this.#log(board, RELEASE_HEADER, []);
    board.head = { ...board.head, owner: '', tail };
    if (board.lease?.owner === owner) board.lease = null;
    this.#wakeAll();
  }

  append(name: string, request: AppendRequest): AppendResult {
    const answer = this.checkAppend(name, request);
    if (answer !== 'fits') return answer;
    this.writeLog(name, request);
    this.writeRows(name, request);
    return 'appended';
  }

  /** What an append is answered without writing anything. */
  checkAppend(name: string, { owner, term, step }: AppendRequest): AppendResult | 'fits' {
    const { head, rows } = this.#board(name);
    if (head === null || head.epoch !== step.epoch) return 'fenced';
    const isLeader = head.owner === owner && head.term === term;
    if (this.#options.checksTerms && !isLeader) return 'fenced';
    if (isLeader && head.offset === step.offset) return 'appended';
    const fits = head.offset === step.offset - 1 && head.version === step.from;
    return fits && head.stored === rows.size ? 'fits' : 'diverged';
  }

  /** The second half of an append alone. */
  writeRows(name: string, { rows, forgottenIds }: AppendRequest): void {
    const board = this.#board(name);
    for (const id of forgottenIds) board.rows.delete(id);
    for (const { id, value } of rows) {
      if (!value.startsWith('-')) board.rows.set(id, value);
      const last = board.rows.get(id);
      if (value.startsWith('-') && last !== undefined) {
        board.rows.set(id, value + last.slice(last.indexOf(':')));
      }
    }
    if (board.head !== null) board.head = { ...board.head, stored: board.rows.size };
  }

  /** The first half of an append alone. */
  writeLog(name: string, { term, step, rows }: AppendRequest): void {
    const board = this.#board(name);
    if (board.head === null) return;
    if (board.head.term !== term) this.staleSteps += 1;
    const { offset, to: version, forgotten: forgottenVersion, complete: isComplete, size } = step;
    const tail = this.#log(board, JSON.stringify(step), rows);
    const current = step.statuses.findLast(({ state }) => state !== 'NOTICE');
    const status = current === undefined ? board.head.status : JSON.stringify(current);
    const now = { offset, version, forgottenVersion, isComplete, size, status, tail };
    board.head = { ...board.head, ...now };
    board.expiresAt = this.#now + RETENTION_MS;
    this.#wakeAll();
  }

  head(name: string): Head | null {
    const { head } = this.#board(name);
    return head === null ? null : headOf(head);
  }

  scan(name: string, cursor: string): { cursor: string; rows: StoredRow[] } {
    const { rows } = this.#board(name);
    const all = Array.from(rows, ([id, value]) => ({ id, value }));
    const from = Number(cursor);
    const to = from + PAGE_ROWS;
    return { cursor: to < all.length ? String(to) : '0', rows: all.slice(from, to) };
  }

  range(name: string, after: string, upTo: string): LogEntry[] {
    return this.#board(name).log.filter(({ id }) => isAfter(id, after) && !isAfter(id, upTo));
  }

  /** The entries after the given ids; empty if there are none yet. */
  entriesAfter(after: ReadonlyMap<string, string>): LogEntries {
    const entries = new Map<string, readonly LogEntry[]>();
    for (const [name, id] of after) {
      const { log } = this.#board(name);
      const newer = log.slice(log.findLastIndex((entry) => !isAfter(entry.id, id)) + 1);
      if (newer.length > 0) entries.set(name, newer);
    }
    return entries;
  }

  /** Calls back at each write to any log, until the returned function is called. */
  onWrite(callback: () => void): () => void {
    this.#waiters.add(callback);
    return () => this.#waiters.delete(callback);
  }

  /** Whether Redis may have lost steps, and with them the lease. */
  #isLost({ head, run }: Board, { lastSeen }: AcquireRequest): boolean {
    if (run !== this.#run) return true;
    return head !== null && head.epoch === lastSeen?.epoch && head.offset < lastSeen.offset;
  }

  #settledAt(leaseMs: number): number {
    const run = this.#run;
    if (this.#known.run !== run) this.#known = { run, settledAt: this.#now + leaseMs };
    return this.#known.settledAt;
  }

  #endEpoch(board: Board, { lastSeen }: AcquireRequest): void {
    if (board.head !== null) board.head = { ...board.head, owner: '' };
    board.above = Math.max(board.above ?? 0, lastSeen?.version ?? 0);
  }

  #newHead(
    { head, above }: Board,
    { owner, lastSeen, newEpochId }: AcquireRequest,
    isKept: boolean,
  ) {
    const term = (head?.term ?? 0) + 1;
    if (head !== null && isKept) {
      const status = head.offset > 0 ? JSON.stringify(TAKEOVER) : head.status;
      return { ...head, term, owner, status };
    }
    const version = Math.max(this.#wall, (lastSeen?.version ?? 0) + 1, (above ?? 0) + 1);
    return {
      ...{ epoch: newEpochId, term, owner, version, forgottenVersion: version },
      ...{ offset: 0, isComplete: false, status: null, size: 0, stored: 0, tail: '0-0' },
    };
  }

  #log(board: Board, header: string, rows: readonly StoredRow[]): string {
    this.#ids += 1;
    const time = Math.max(this.#wall, timeOf(board.log.at(-1)?.id ?? '0-0'));
    const id = `${time}-${this.#ids}`;
    board.log.push({ id, header, rows });
    const oldest = this.#wall - LOG_AGE_MS;
    board.log = board.log
      .filter((entry) => timeOf(entry.id) >= oldest)
      .slice(-this.#options.logStepsMax);
    return id;
  }

  #board(name: string): Board {
    let board = this.#boards.get(name);
    const now = this.#now;
    if (board === undefined) {
      board = emptyBoard();
      this.#boards.set(name, board);
    }
    if (board.lease !== null && board.lease.endsAt <= now) board.lease = null;
    if (board.expiresAt <= now) Object.assign(board, { ...emptyBoard(), lease: board.lease });
    return board;
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  /** Redis' own wall clock. */
  get #wall(): number {
    return 1_800_000_000_000 + this.#wallOffset + Math.floor(this.#now);
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiters]) wake();
  }
}

function emptyBoard(): Board {
  return {
    lease: null,
    head: null,
    run: null,
    above: null,
    rows: new Map(),
    log: [],
    expiresAt: 0,
  };
}

/** Whether its epoch did not begin above a version that the caller has shown in another one. */
function isBelow({ head }: Board, { lastSeen }: AcquireRequest): boolean {
  if (head === null || lastSeen === null || lastSeen.epoch === head.epoch) return false;
  return lastSeen.version >= head.forgottenVersion;
}

function isLedBy(head: StoredHead, { owner, epoch, term }: Leadership): boolean {
  return head.owner === owner && head.epoch === epoch && head.term === term;
}

function headOf({ owner: _owner, stored: _stored, ...head }: StoredHead): Head {
  return head;
}

/** Ids are a time and a count. */
function isAfter(id: string, other: string): boolean {
  const later = timeOf(id) - timeOf(other);
  return later > 0 || (later === 0 && countOf(id) > countOf(other));
}

function timeOf(id: string): number {
  return Number(id.split('-')[0]);
}

function countOf(id: string): number {
  return Number(id.split('-')[1]);
}
