import { Counts } from '../../caching/counts.ts';
import { OddsgraphError } from '../../errors/errors.ts';
import { countRefusal, metrics } from '../../observability/metrics.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';
import type { Clock, Timer } from '../../scheduling/clock.ts';
import { FairPlaces } from '../../scheduling/fair-places.ts';
import type { Scheduler } from '../../scheduling/scheduler.ts';
import { turnClock } from '../../scheduling/turn-clock.ts';
import type { Entry } from '../board/entry-list.ts';
import type { Filterable, LiveFilter } from '../board/live-filter.ts';
import type { VersionedRows } from '../board/versioned-rows.ts';
import type { BatchCache } from './batch-cache.ts';
import { CursorCodec } from './cursor-codec.ts';
import type { Projection } from './projection.ts';
import { Topic } from './topic.ts';
import { TopicIndex } from './topic-index.ts';

/** What a client subscribes to. Subscribers with equal keys share a topic. */
export interface TopicSpec<Value, Payload> {
  /** Equal for equal filters and options. */
  readonly key: string;
  readonly filter: LiveFilter;
  /** The viewer (an end user with a JWT) who subscribes; null for a caller with a key of its own. */
  readonly viewer: string | null;
  /** The throttle interval: the minimum time between two updates to a subscriber. */
  readonly throttleMs: number;
  /** Creates what turns rows into the payloads of the GraphQL events. */
  readonly createProjection: () => Projection<Value, Payload>;
  /** The cursor from which the client resumes; null to start with a snapshot. */
  readonly resumeCursor: string | null;
}

export interface TopicsOptions<Value> {
  /** The current rows of the stream, with a version for each change. */
  readonly board: VersionedRows<Value>;
  /** The properties of a row that filters look at. */
  readonly toFilterable: (value: Value) => Filterable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The hash of the account's API key. The scheduler shares CPU time fairly among accounts. */
  readonly account: string;
  /** Limits the memory that the batches of all accounts take. */
  readonly batchCache: BatchCache;
  /** The maximum number of topics. One whose filter names events counts only once any of these has been on the board. */
  readonly topicsPerStreamMax: number;
  /** Traces changes; null if nothing is traced. */
  readonly tracing?: Tracing | null;
}

/**
 * How often quiet topics are looked for. A client whose filter nothing matches gets a new cursor within twice this time:
 * well within the ten minutes for which a board remembers removals.
 */
const HEARTBEAT_MS = 3 * 60_000;

interface TopicRecord<Value, Payload> {
  readonly topic: Topic<Value, Payload>;
  /** Without the viewer and the cursor, which are those of one subscriber. */
  readonly spec: Pick<TopicSpec<Value, Payload>, 'key' | 'filter'>;
  /** How many subscribers each viewer has. See `holderOf` for whose place the topic takes. */
  readonly viewers: Counts<string | null>;
  subscribers: number;
  /** Whether it counts towards the maximum number of topics: see `topicsPerStreamMax`. */
  isPlaced: boolean;
  /** Whether a change has matched since the last heartbeat. */
  hasMatched: boolean;
}

/**
 * The topics of one stream. A change of the board is recorded by those that it matches. The scheduler then
 * flushes each of them: the topic emits its recorded changes as one batch.
 */
export class Topics<Value, Payload> {
  readonly #options: TopicsOptions<Value>;
  readonly #topics = new Map<string, TopicRecord<Value, Payload>>();
  readonly #places: FairPlaces<TopicRecord<Value, Payload>>;
  readonly #index = new TopicIndex<TopicRecord<Value, Payload>>();
  /** Topics whose flush is scheduled, and this object itself while a wake-up of all is scheduled. */
  readonly #scheduled = new WeakSet<object>();
  readonly #heartbeats: Timer;

  constructor(options: TopicsOptions<Value>) {
    this.#options = options;
    this.#heartbeats = options.clock.every(HEARTBEAT_MS, () => {
      for (const record of this.#topics.values()) {
        if (!record.hasMatched) this.#scheduleFlush(record.topic);
        record.hasMatched = false;
      }
    });
    this.#places = new FairPlaces(options.topicsPerStreamMax);
  }

  /**
   * Adds a subscriber to its topic, which is created if need be; `leave` must be called when the subscriber closes.
   * Throws `STREAM_LIMIT_EXCEEDED` if there are too many topics, and none gives way.
   */
  join(spec: TopicSpec<Value, Payload>): Topic<Value, Payload> {
    const record = this.#topics.get(spec.key) ?? this.#newRecord(spec);
    this.#countSubscriber(record, spec.viewer, 1);
    return record.topic;
  }

  /** Called when a subscriber of a topic has left. Drops the topic if nobody subscribes to it any more. */
  leave(
    topic: Topic<Value, Payload>,
    { key, viewer }: Pick<TopicSpec<Value, Payload>, 'key' | 'viewer'>,
  ): void {
    const record = this.#topics.get(key);
    if (record?.topic !== topic) return; // It was dropped for lack of a place.
    if (record.subscribers === 1) this.#drop(record);
    else this.#countSubscriber(record, viewer, -1);
  }

  /** Stops the heartbeats. */
  close(): void {
    this.#heartbeats.cancel();
  }

  /**
   * To be called when the board has become complete. Subscribers get it as a snapshot, so topics emit only later changes.
   * Those whose events are on the board take their places.
   */
  beginAtSnapshot(): void {
    for (const record of this.#topics.values()) {
      record.topic.beginAtSnapshot();
      const isWaiting = !record.isPlaced && this.#mayMatch(record.spec.filter);
      if (isWaiting && !this.#place(record)) this.#drop(record, this.#tooMany());
    }
  }

  /** Records a change of the board. */
  record(entry: Entry<Value>): void {
    const { toFilterable, tracing } = this.#options;
    const changeSpan = tracing?.currentChange ?? null;
    const filterable = toFilterable(entry.value);
    this.#index.forEach(filterable, (record) => {
      const { topic } = record;
      if (!record.isPlaced && !this.#place(record)) return this.#drop(record, this.#tooMany());
      if (!topic.recordIfMatching(entry, filterable)) return;
      record.hasMatched = true;
      if (changeSpan !== null) topic.changeSpans.add(changeSpan);
      this.#scheduleFlush(topic);
    });
  }

  /** Wakes all subscribers now. */
  wakeAll(): void {
    for (const { topic } of this.#topics.values()) topic.wakeAll();
  }

  /** Called when the stream has a new status. Wakes all subscribers after the flushes scheduled so far. */
  scheduleWakeAll(): void {
    // A throttled topic may emit later, but subscribers read changes before statuses anyway.
    this.#scheduleOnce(this, () => this.wakeAll());
  }

  /** Counts a subscriber in or out, and hands the topic's place to another viewer if it is now that one's. */
  #countSubscriber(record: TopicRecord<Value, Payload>, viewer: string | null, by: 1 | -1): void {
    const { viewers } = record;
    const holder = holderOf(viewers);
    viewers.add(viewer, by);
    record.subscribers += by;
    this.#places.hand(record, holder, holderOf(viewers));
  }

  #newRecord(spec: TopicSpec<Value, Payload>): TopicRecord<Value, Payload> {
    const { board, clock, batchCache } = this.#options;
    const { key, filter, throttleMs } = spec;
    const topic: Topic<Value, Payload> = new Topic({
      board,
      projection: spec.createProjection(),
      clock: turnClock(clock, (task) => this.#schedule(topic, task)),
      throttleMs,
      cursors: new CursorCodec(board, filter),
      batchCache,
    });
    const viewers = new Counts([[spec.viewer, 0]]); // The holder of its place; `join` counts the subscriber.
    const state = { subscribers: 0, isPlaced: false, hasMatched: false };
    const record = { topic, spec, viewers, ...state };
    if (this.#mayMatch(filter) && !this.#place(record)) throw this.#tooMany();
    this.#topics.set(key, record);
    metrics.live_topics.inc();
    this.#index.add(record, filter);
    return record;
  }

  /** Removes a topic. With an error, its subscribers get that. */
  #drop(record: TopicRecord<Value, Payload>, error: Error | null = null): void {
    const { topic, spec, viewers } = record;
    this.#places.free(record, holderOf(viewers));
    this.#topics.delete(spec.key);
    metrics.live_topics.dec();
    this.#index.remove(record, spec.filter);
    this.#options.scheduler.cancelTasks(this.#options.account, topic);
    topic.close(error);
  }

  /** Gives a topic a place; returns false if there is none. Another topic may give way. */
  #place(record: TopicRecord<Value, Payload>): boolean {
    record.isPlaced = this.#places.take(record, holderOf(record.viewers), (other) => {
      this.#drop(other, this.#tooMany(', and you had the most of them'));
    });
    return record.isPlaced;
  }

  /** Whether rows may match: false if a filter names only events that are not on the board. */
  #mayMatch({ eventIds }: LiveFilter): boolean {
    if (!eventIds || eventIds.length === 0) return true;
    return eventIds.some((id) => this.#options.board.hasEvent(id));
  }

  #tooMany(addition = ''): OddsgraphError {
    countRefusal('topics');
    const { topicsPerStreamMax } = this.#options;
    return new OddsgraphError(
      'STREAM_LIMIT_EXCEEDED',
      `This account's stream has ${topicsPerStreamMax} different subscriptions, which is the maximum${addition}.`,
    );
  }

  /** Schedules one flush for all changes recorded before it runs, such as those of one upstream event. */
  #scheduleFlush(topic: Topic<Value, Payload>): void {
    this.#scheduleOnce(topic, () => topic.flush());
  }

  #scheduleOnce(owner: object, task: () => void): void {
    if (this.#scheduled.has(owner)) return;
    this.#scheduled.add(owner);
    this.#schedule(owner, () => {
      this.#scheduled.delete(owner);
      task();
    });
  }

  #schedule(owner: object, task: () => void): void {
    const { scheduler, account } = this.#options;
    scheduler.add(account, owner, task, 'update');
  }
}

/** Whose place a topic takes: that of the account itself (null) if it subscribes with its key, or the first viewer's. */
function holderOf(viewers: ReadonlyMap<string | null, number>): string | null {
  const [first = null] = viewers.keys();
  return viewers.has(null) ? null : first;
}
