import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { OddsgraphError } from '../../errors.ts';
import { countRefusal, liveTopics } from '../../metrics.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Filterable, LiveFilter } from '../board/live-filter.ts';
import type { Entry, VersionedBoard } from '../board/versioned-board.ts';
import type { BatchCache } from './batch-cache.ts';
import { type Projection, Topic } from './topic.ts';
import { TopicIndex } from './topic-index.ts';

/** What a subscriber asks a stream for. Equal specs share a topic. */
export interface TopicSpec<Value, Payload> {
  readonly key: string;
  readonly filter: LiveFilter;
  readonly conflateMs: number;
  readonly projection: () => Projection<Value, Payload>;
  /** The place that the subscriber was at before; null where it begins. */
  readonly resumeCursor: string | null;
}

export interface TopicsOptions<Value> {
  readonly board: VersionedBoard<Value>;
  readonly filterable: (value: Value) => Filterable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** On whose account the topics are worked for. */
  readonly account: string;
  readonly batchCache: BatchCache;
  /** Different specs at a time. */
  readonly topicsMax: number;
}

interface IndexedTopic<Value, Payload> {
  readonly topic: Topic<Value, Payload>;
  readonly filter: LiveFilter;
}

/**
 * The topics of one stream: a change of its board goes to those that it may concern, and each such topic
 * takes its next batch when it is scheduled.
 */
export class Topics<Value, Payload> {
  readonly #options: TopicsOptions<Value>;
  readonly #topics = new Map<string, IndexedTopic<Value, Payload>>();
  readonly #index = new TopicIndex<Topic<Value, Payload>>();
  readonly #due = new Set<Topic<Value, Payload>>();
  #isWakeDue = false;

  constructor(options: TopicsOptions<Value>) {
    this.#options = options;
  }

  /** The topic of a spec. Throws `STREAM_LIMIT_EXCEEDED` where there are too many different ones. */
  topicFor(spec: TopicSpec<Value, Payload>): Topic<Value, Payload> {
    const held = this.#topics.get(spec.key);
    if (held !== undefined) return held.topic;
    const { board, clock, batchCache, topicsMax } = this.#options;
    if (this.#topics.size >= topicsMax) {
      countRefusal('topics');
      throw new OddsgraphError(
        'STREAM_LIMIT_EXCEEDED',
        `This account has ${topicsMax} different subscriptions open: no more are taken.`,
      );
    }
    const { key, filter, conflateMs } = spec;
    const name = this.#cursorName(spec);
    const cursorAt = (version: number) => `${name}.${version}`;
    const topic = new Topic({
      board,
      projection: spec.projection(),
      clock,
      conflateMs,
      cursorAt,
      batchCache,
    });
    this.#topics.set(key, { topic, filter });
    liveTopics.inc();
    this.#index.add(topic, filter);
    return topic;
  }

  /** Drops the topic of a spec which nobody has any more. */
  drop({ key }: TopicSpec<Value, Payload>): void {
    const held = this.#topics.get(key);
    if (held === undefined || held.topic.subscribers > 0) return;
    this.#topics.delete(key);
    liveTopics.dec();
    this.#index.remove(held.topic, held.filter);
    this.#due.delete(held.topic);
    this.#options.scheduler.leave(this.#options.account, held.topic);
    held.topic.close();
  }

  /** The place on the board at which a subscriber goes on; null where that is none of its own. */
  orderOf(spec: TopicSpec<Value, Payload>): number | null {
    const [name, version] = spec.resumeCursor?.split('.') ?? [];
    return name === this.#cursorName(spec) && version !== undefined && /^\d{1,15}$/.test(version)
      ? Number(version)
      : null;
  }

  /** The first board is whole. */
  begin(): void {
    for (const { topic } of this.#topics.values()) topic.begin();
  }

  /** Takes a change of the board. */
  note(entry: Entry<Value>): void {
    this.#index.forEach(this.#options.filterable(entry.value), (topic) => {
      if (topic.note(entry)) this.#flushSoon(topic);
    });
  }

  /** Wakes all subscribers at once. */
  wakeAll(): void {
    for (const { topic } of this.#topics.values()) topic.wakeAll();
  }

  /** Wakes all subscribers once the topics have taken their batches. */
  wakeAllSoon(): void {
    if (this.#isWakeDue) return;
    this.#isWakeDue = true;
    this.#schedule(this, () => {
      this.#isWakeDue = false;
      this.wakeAll(); // Each subscriber waits by itself for the changes that came before.
    });
  }

  /** A place is one on this board, and of who asked the same: another filter has missed other things. */
  #cursorName({ filter }: TopicSpec<Value, Payload>): string {
    const hash = createHash('sha256').update(JSON.stringify(filter)).digest('base64url');
    return `${this.#options.board.epoch}-${hash.slice(0, 8)}`;
  }

  /** What came in one piece from upstream leaves in one piece. */
  #flushSoon(topic: Topic<Value, Payload>): void {
    if (this.#due.has(topic)) return;
    this.#due.add(topic);
    this.#schedule(topic, () => {
      this.#due.delete(topic);
      topic.flush();
    });
  }

  #schedule(owner: object, work: () => void): void {
    const { scheduler, account } = this.#options;
    scheduler.add(account, owner, work, 'update');
  }
}
