import type { Clock } from '../../clock.ts';
import { OddsgraphError } from '../../errors.ts';
import { countRefusal, liveTopics } from '../../metrics.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { Filterable, LiveFilter } from '../board/live-filter.ts';
import type { Entry, VersionedBoard } from '../board/versioned-board.ts';
import type { BatchCache } from './batch-cache.ts';
import { CursorCodec } from './cursor-codec.ts';
import type { Projection } from './projection.ts';
import { Topic } from './topic.ts';
import { TopicIndex } from './topic-index.ts';

/** What a subscriber asks for. Subscribers with equal keys share a topic. */
export interface TopicSpec<Value, Payload> {
  readonly key: string;
  readonly filter: LiveFilter;
  /** The throttle interval: the minimum time between two updates to a subscriber. */
  readonly conflateMs: number;
  readonly createProjection: () => Projection<Value, Payload>;
  /** The cursor from which the client resumes; null if it starts with a snapshot. */
  readonly resumeCursor: string | null;
}

export interface TopicsOptions<Value> {
  readonly board: VersionedBoard<Value>;
  readonly filterable: (value: Value) => Filterable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The account against which the scheduler counts the work. */
  readonly account: string;
  /** Bounds what the batches of all accounts take. */
  readonly batchCache: BatchCache;
  /** The maximum number of topics at a time. */
  readonly topicsMax: number;
  /** Traces changes; null if nothing is traced. */
  readonly tracing?: Tracing | null;
}

interface TopicRecord<Value, Payload> {
  readonly topic: Topic<Value, Payload>;
  readonly filter: LiveFilter;
  readonly cursors: CursorCodec;
}

/**
 * The topics of one stream. A change of the board is recorded by the topics that it concerns; each
 * of them releases its next batch when the scheduler runs it.
 */
export class Topics<Value, Payload> {
  readonly #options: TopicsOptions<Value>;
  readonly #topics = new Map<string, TopicRecord<Value, Payload>>();
  readonly #index = new TopicIndex<Topic<Value, Payload>>();
  readonly #withScheduledFlush = new Set<Topic<Value, Payload>>();
  #isWakeAllScheduled = false;

  constructor(options: TopicsOptions<Value>) {
    this.#options = options;
  }

  /** The topic for a spec. Throws `STREAM_LIMIT_EXCEEDED` if there are too many. */
  topicFor(spec: TopicSpec<Value, Payload>): Topic<Value, Payload> {
    const indexed = this.#topics.get(spec.key);
    if (indexed !== undefined) return indexed.topic;
    const { board, clock, batchCache, topicsMax } = this.#options;
    if (this.#topics.size >= topicsMax) {
      countRefusal('topics');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account's stream has ${topicsMax} different subscriptions, which is the maximum.`,
      );
    }
    const { key, filter, conflateMs } = spec;
    const cursors = new CursorCodec(board, filter);
    const topic = new Topic({
      board,
      projection: spec.createProjection(),
      clock,
      conflateMs,
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
    const indexed = this.#topics.get(key);
    if (indexed === undefined || indexed.topic.subscribers > 0) return;
    const { topic, filter } = indexed;
    this.#topics.delete(key);
    liveTopics.dec();
    this.#index.remove(topic, filter);
    this.#withScheduledFlush.delete(topic);
    this.#options.scheduler.cancelTasks(this.#options.account, topic);
    topic.close();
  }

  /**
   * The version after which a subscriber resumes. Null without an open topic or a cursor, or if the
   * cursor belongs to another board or filter.
   */
  resumeVersion({ key, resumeCursor }: TopicSpec<Value, Payload>): number | null {
    const indexed = this.#topics.get(key);
    return indexed === undefined || resumeCursor === null
      ? null
      : indexed.cursors.decode(resumeCursor);
  }

  /** Call when upstream's first snapshot is complete: topics then release only later changes. */
  startAtCurrentVersion(): void {
    for (const { topic } of this.#topics.values()) topic.startAtCurrentVersion();
  }

  /** Records a change of the board. */
  record(entry: Entry<Value>): void {
    const { filterable, tracing } = this.#options;
    const cause = tracing?.currentChange ?? null;
    this.#index.forEach(filterable(entry.value), (topic) => {
      if (!topic.recordIfMatching(entry)) return;
      if (cause !== null) topic.causes.add(cause);
      this.#scheduleFlush(topic);
    });
  }

  /** Wakes all subscribers now. */
  wakeAll(): void {
    for (const { topic } of this.#topics.values()) topic.wakeAll();
  }

  /** Wakes all subscribers once the flushes scheduled so far have run. */
  scheduleWakeAll(): void {
    if (this.#isWakeAllScheduled) return;
    this.#isWakeAllScheduled = true;
    this.#schedule(this, () => {
      this.#isWakeAllScheduled = false;
      // A throttled topic may release later; subscribers read changes before statuses anyway.
      this.wakeAll();
    });
  }

  /** Schedules one flush, however many changes arrive before it runs: changes of one frame leave in one batch. */
  #scheduleFlush(topic: Topic<Value, Payload>): void {
    if (this.#withScheduledFlush.has(topic)) return;
    this.#withScheduledFlush.add(topic);
    this.#schedule(topic, () => {
      this.#withScheduledFlush.delete(topic);
      topic.flush();
    });
  }

  #schedule(owner: object, work: () => void): void {
    const { scheduler, account } = this.#options;
    scheduler.add(account, owner, work, 'update');
  }
}
