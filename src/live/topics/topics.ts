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

/** What a subscriber asks for. Subscribers with equal specs share a topic. */
export interface TopicSpec<Value, Payload> {
  readonly key: string;
  readonly filter: LiveFilter;
  readonly conflateMs: number;
  readonly projection: () => Projection<Value, Payload>;
  /** The cursor the client resumes with; null if it starts anew. */
  readonly resumeCursor: string | null;
}

export interface TopicsOptions<Value> {
  readonly board: VersionedBoard<Value>;
  readonly filterable: (value: Value) => Filterable;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The account whose share of the event loop pays for the work. */
  readonly account: string;
  readonly batchCache: BatchCache;
  /** The most topics at a time. */
  readonly topicsMax: number;
}

interface IndexedTopic<Value, Payload> {
  readonly topic: Topic<Value, Payload>;
  readonly filter: LiveFilter;
}

/**
 * The topics of one stream. A change of the board is recorded by the topics it may concern; each of
 * them releases its next batch when the scheduler lets it.
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

  /** The topic for a spec. Throws `STREAM_LIMIT_EXCEEDED` if there are too many. */
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
    const suffix = filterSuffix(spec);
    const cursorAt = (version: number) => `${board.epoch}-${suffix}.${version}`;
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

  /** Drops the topic of a spec if nobody subscribes to it any more. */
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

  /** The version a cursor names; null if the cursor belongs to another board or filter. */
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

  /** Wakes all subscribers once the topics have released their batches. */
  wakeAllSoon(): void {
    if (this.#isWakeDue) return;
    this.#isWakeDue = true;
    this.#schedule(this, () => {
      this.#isWakeDue = false;
      this.wakeAll(); // Each subscriber reads the changes that came before by itself.
    });
  }

  /** A cursor is good for one board and one filter: under another filter other changes were missed. */
  #cursorName(spec: TopicSpec<Value, Payload>): string {
    return `${this.#options.board.epoch}-${filterSuffix(spec)}`;
  }

  /** Changes that arrive in one frame leave in one batch. */
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

function filterSuffix<Value, Payload>({ filter }: TopicSpec<Value, Payload>): string {
  return createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 8);
}
