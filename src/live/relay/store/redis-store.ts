import { randomUUID } from 'node:crypto';
import type { Log } from '../../../observability/log.ts';
import { RedisConnection } from '../../../redis/redis-connection.ts';
import type { ConnectionOptions } from '../../../redis/redis-names.ts';
import { RedisScript } from '../../../redis/redis-script.ts';
import { type LogEntry, TAKEOVER, UndecodableError } from '../step.ts';
import { HEAD, RANGE, SCAN } from './read-scripts.ts';
import { entryOf, headOf, keysOf, pairsOf, type RawEntry, SHARED_KEYS } from './redis-values.ts';
import {
  type AcquireRequest,
  type AcquireResult,
  type AppendRequest,
  type AppendResult,
  FORMAT,
  type Head,
  LEASE_MS,
  type Leadership,
  LOG_AGE_MS,
  LOG_STEPS_MAX,
  type LogEntries,
  RELEASE_HEADER,
  RETENTION_MS,
  type RelayStore,
  type RenewRequest,
} from './relay-store.ts';
import { ACQUIRE, APPEND, RELEASE, RENEW, SETTLE } from './scripts.ts';

/** About how many rows HSCAN returns, and how many log entries XRANGE and XREAD return at most. */
const PAGE_ROWS = 1_000;
const PAGE_ENTRIES = 20;

/** How long to wait for a reply. After that, the command may still run. */
const REPLY_MS = 2_000;

const SCRIPTS = {
  settle: new RedisScript(SETTLE),
  acquire: new RedisScript(ACQUIRE),
  renew: new RedisScript(RENEW),
  release: new RedisScript(RELEASE),
  append: new RedisScript(APPEND),
  head: new RedisScript(HEAD),
  scan: new RedisScript(SCAN),
  range: new RedisScript(RANGE),
};

/** Stores boards in Redis. Uses one connection for commands and one for blocking reads. */
export class RedisStore implements RelayStore {
  readonly #commands: RedisConnection;
  readonly #reads: RedisConnection;
  /** A Redis stream that only this process uses. Blocking reads include it, so an entry interrupts them. */
  readonly #wakeKey = `oddsgraph:${FORMAT}:wake:${randomUUID()}`;
  /** The id of the last entry that was read from that stream. */
  #wakeId = '0-0';
  #hasConnected = false;

  /** Starts to connect. Commands reject while there is no connection. */
  constructor(options: ConnectionOptions) {
    this.#commands = new RedisConnection(options);
    this.#reads = new RedisConnection(options);
    this.#commands.onReady(() => {
      this.#hasConnected = true;
      this.#run('settle', '', [LEASE_MS]).catch(() => {}); // Uses only the keys that belong to all boards.
      this.#warnOfEviction(options.log).catch(() => {});
    });
  }

  /** Resolves once the first attempt to connect for reads has ended. */
  get attempted(): Promise<unknown> {
    return this.#reads.attempted;
  }

  /** Why a connection is missing; null if none is. */
  get connectionError(): Error | null {
    return this.#reads.error ?? this.#commands.error;
  }

  /** Whether there has ever been a connection. */
  get hasConnected(): boolean {
    return this.#hasConnected;
  }

  close(): void {
    this.#commands.close();
    this.#reads.close();
  }

  async acquire(board: string, request: AcquireRequest): Promise<AcquireResult> {
    const { owner, leaseMs, newEpochId, lastSeen, isUndecodable, hasLed } = request;
    const answer = await this.#run('acquire', board, [
      owner,
      leaseMs,
      newEpochId,
      lastSeen?.epoch ?? '',
      lastSeen?.offset ?? 0,
      lastSeen?.version ?? 0,
      isUndecodable ? 1 : 0,
      FORMAT,
      RETENTION_MS,
      hasLed ? 1 : 0,
      JSON.stringify(TAKEOVER), // The stream's status until the new leader has opened it.
    ]);
    const [kind, ...rest] = answer as [string, ...unknown[]];
    if (kind === 'held') {
      const [remainingMs, epoch, offset] = rest as [number, string, string];
      const lastStep = epoch === '' ? null : { epoch, offset: Number(offset) };
      return { kind: 'held', remainingMs, lastStep };
    }
    const head = headOf(rest[0] as string[]);
    if (head === null)
      throw new Error('The acquire script returned a head that this release cannot read.');
    return { kind: 'acquired', head };
  }

  async renew(board: string, request: RenewRequest): Promise<boolean> {
    const { owner, term, epoch, leaseMs, offset } = request;
    const values = [owner, term, epoch, leaseMs, offset, RETENTION_MS];
    return (await this.#run('renew', board, values)) === 1;
  }

  async release(board: string, { owner, term, epoch }: Leadership): Promise<void> {
    await this.#run('release', board, [owner, term, epoch, RELEASE_HEADER, LOG_STEPS_MAX]);
  }

  async append(board: string, request: AppendRequest): Promise<AppendResult> {
    const { owner, term, step, rows, forgottenIds } = request;
    const status = step.statuses.findLast(({ state }) => state !== 'NOTICE');
    const answer = await this.#run('append', board, [
      owner,
      term,
      step.epoch,
      step.offset,
      step.from,
      step.to,
      step.forgotten,
      step.complete ? 1 : 0,
      status === undefined ? '' : JSON.stringify(status),
      JSON.stringify(step),
      RETENTION_MS,
      LOG_STEPS_MAX,
      LOG_AGE_MS,
      step.size,
      forgottenIds.length,
      ...forgottenIds,
      ...rows.flatMap(({ id, value }) => [id, value]),
    ]);
    return answer as AppendResult;
  }

  async head(board: string): Promise<Head | null> {
    return headOf((await this.#run('head', board, [])) as string[]);
  }

  async scan(board: string, cursor: string) {
    const page = await this.#run('scan', board, [cursor, PAGE_ROWS]);
    if (page === null) throw new UndecodableError('rows');
    const [next, fields] = page as [string, string[]];
    return { cursor: next, rows: pairsOf(fields) };
  }

  async range(board: string, after: string, upTo: string): Promise<readonly LogEntry[]> {
    const entries = await this.#run('range', board, [after, upTo, PAGE_ENTRIES]);
    if (entries === null) throw new UndecodableError('a step');
    return (entries as RawEntry[]).map(entryOf);
  }

  async read(after: ReadonlyMap<string, string>, blockMs: number): Promise<LogEntries> {
    const boardByLogKey = new Map([...after.keys()].map((board) => [keysOf(board).log, board]));
    const reply = await this.#reads.send<[key: string, RawEntry[]][] | null>(
      [
        'XREAD',
        'COUNT',
        String(PAGE_ENTRIES),
        'BLOCK',
        String(blockMs),
        'STREAMS',
        this.#wakeKey,
        ...boardByLogKey.keys(),
        this.#wakeId,
        ...after.values(),
      ],
      blockMs + REPLY_MS,
    );
    const entries = new Map<string, LogEntry[]>();
    for (const [key, raw] of reply ?? []) {
      const board = boardByLogKey.get(key);
      if (board !== undefined) entries.set(board, raw.map(entryOf));
      else this.#wakeId = raw.at(-1)?.[0] ?? this.#wakeId;
    }
    return entries;
  }

  interruptRead(): void {
    const commands = [
      ['XADD', this.#wakeKey, 'MAXLEN', '1', '*', 'wake', '1'],
      ['PEXPIRE', this.#wakeKey, String(RETENTION_MS)],
    ];
    // Both at once, because the store may be closed before the first one is answered. If they fail, the read ends when
    // `blockMs` has passed.
    Promise.all(commands.map((command) => this.#send(command))).catch(() => {});
  }

  async #warnOfEviction(log: Log): Promise<void> {
    const info = `${await this.#send(['INFO', 'memory'])}`;
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    const isUnlimited = /^maxmemory:0\s/m.test(info);
    if (policy === undefined || policy === 'noeviction' || isUnlimited) return;
    log.warn({ policy }, 'Redis may evict keys: its maxmemory-policy has to be noeviction');
  }

  /** Runs a script on the keys of a board. */
  #run(
    name: keyof typeof SCRIPTS,
    board: string,
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const { lease, head, rows, log } = keysOf(board);
    const keys = [lease, head, rows, log, SHARED_KEYS.knownRun, SHARED_KEYS.settling];
    return SCRIPTS[name].run((command) => this.#send(command), keys, values);
  }

  #send(command: string[]): Promise<unknown> {
    return this.#commands.send(command, REPLY_MS);
  }
}
