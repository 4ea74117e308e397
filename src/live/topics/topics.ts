import type { Clock } from '../../clock.ts';
import { OddsgraphError } from '../../errors.ts';
import { countRefusal, liveTopics } from '../../metrics.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Tracing } from '../../tracing/tracing.ts';
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
  /** The throttle interval: the minimum time between two updates to a subscriber. */
  readonly throttleMs: number;
  /** Creates what turns rows into the payloads of the GraphQL events. */
  readonly createProjection: () => Projection<Value, Payload>;
  /** The cursor from which the client resumes; null if it starts with a snapshot. */
  readonly resumeCursor: string | null;
}

export interface TopicsOptions<Value> {
  /** The current rows of the stream, with a version for each change. */
  readonly board: VersionedRows<Value>;
  /** The properties of a row that filters look at. */
  readonly toFilterable: (value: Value) => Filterable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The hash of the account's API key. The scheduler shares CPU time fairly between accounts. */
  readonly account: string;
  /** Limits the memory that the batches of all accounts take. */
  readonly batchCache: BatchCache;
  /** The maximum number of topics at a time. */
  readonly topicsPerStreamMax: number;
  /** Traces changes; null if nothing is traced. */
  readonly tracing?: Tracing | null;
}

interface TopicRecord<Value, Payload> {
  readonly topic: Topic<Value, Payload>;
  readonly filter: LiveFilter;
  readonly cursors: CursorCodec;
}

/**
 * The topics of one stream: for each filter with its options, the subscribers that use it. A change of the
 * board is recorded by the topics that it matches. The scheduler then flushes each of these topics: the topic
 * emits its recorded changes as one batch.
 */
export class Topics<Value, Payload> {
  readonly #options: TopicsOptions<Value>;
  readonly #topics = new Map<string, TopicRecord<Value, Payload>>();
  readonly #index = new TopicIndex<Topic<Value, Payload>>();
  readonly #scheduledFlushes = new Set<Topic<Value, Payload>>();
  #isWakeAllScheduled = false;

  constructor(options: TopicsOptions<Value>) {
    this.#options = options;
  }

  /** Returns or creates the topic of a spec. Throws `STREAM_LIMIT_EXCEEDED` if there are too many. */
  topicFor(spec: TopicSpec<Value, Payload>): Topic<Value, Payload> {
    const existing = this.#topics.get(spec.key);
    if (existing !== undefined) return existing.topic;
    const { board, clock, batchCache, topicsPerStreamMax } = this.#options;
    if (this.#topics.size >= topicsPerStreamMax) {
      countRefusal('topics');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account's stream has ${topicsPerStreamMax} different subscriptions, which is the maximum.`,
      );
    }
    const { key, filter, throttleMs } = spec;
    const cursors = new CursorCodec(board, filter);
    const topic = new Topic({
      board,
      projection: spec.createProjection(),
      clock,
      throttleMs,
      cursorAt: (version) => cursors.encode(version),
      batchCache,
    });
    this.#topics.set(key, { topic, filter, cursors });
    liveTopics.inc();
    this.#index.add(topic, filter);
    return topic;
  }

  /** Drops the topic of a spec if nobody subscribes to it any more. */
  dropIfUnused({ key }: TopicSpec<Value, Payload>): void {
    const existing = this.#topics.get(key);
    if (existing === undefined || existing.topic.subscribers > 0) return;
    const { topic, filter } = existing;
    this.#topics.delete(key);
    liveTopics.dec();
    this.#index.remove(topic, filter);
    this.#scheduledFlushes.delete(topic);
    this.#options.scheduler.cancelTasks(this.#options.account, topic);
    topic.close();
  }

  /**
   * The version after which a subscriber resumes. Null if the topic is closed, if there is no cursor, or if
   * the cursor belongs to another board or filter.
   */
  resumeVersion({ key, resumeCursor }: TopicSpec<Value, Payload>): number | null {
    const existing = this.#topics.get(key);
    return existing === undefined || resumeCursor === null
      ? null
      : existing.cursors.decode(resumeCursor);
  }

  /** To be called when the board becomes complete: topics emit only later changes. */
  discardPendingChanges(): void {
    for (const { topic } of this.#topics.values()) topic.discardPendingChanges();
  }

  /** Records a change of the board. */
  record(entry: Entry<Value>): void {
    const { toFilterable, tracing } = this.#options;
    const changeSpan = tracing?.currentChange ?? null;
    this.#index.forEach(toFilterable(entry.value), (topic) => {
      if (!topic.recordIfMatching(entry)) return;
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
    if (this.#isWakeAllScheduled) return;
    this.#isWakeAllScheduled = true;
    this.#schedule(this, () => {
      this.#isWakeAllScheduled = false;
      // A throttled topic may emit later, but subscribers read changes before statuses anyway.
      this.wakeAll();
    });
  }

  /** Schedules one flush for all changes recorded before it runs, such as those of one upstream event. */
  #scheduleFlush(topic: Topic<Value, Payload>): void {
    if (this.#scheduledFlushes.has(topic)) return;
    this.#scheduledFlushes.add(topic);
    this.#schedule(topic, () => {
      this.#scheduledFlushes.delete(topic);
      topic.flush();
    });
  }

  #schedule(owner: object, work: () => void): void {
    const { scheduler, account } = this.#options;
    scheduler.add(account, owner, work, 'update');
  }
}
