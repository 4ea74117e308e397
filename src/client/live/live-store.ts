import { GraphError } from '../connection/graph-error.ts';
import { type LinkState, type Position, uncaught } from '../connection/keep-open.ts';
import type { FeedStatus } from './live-documents.ts';
import { onNextFrame } from './next-frame.ts';

/**
 * Whether what a store holds is current. `connecting`: not all of it has arrived yet; `live`: it is current; `stale`: the
 * server hears nothing from the odds service; `reconnecting`: it is as last known, until the server answers again;
 * `refused`: the server would refuse it again, or the client is closed. It then has nothing, or what was last known if it is
 * closed or its credential has expired.
 */
export type FeedState = 'connecting' | 'live' | 'stale' | 'reconnecting' | 'refused';

/** Items that are new or have changed, by key. Those that are gone are undefined. */
export type Changes<Item> = ReadonlyMap<string, Item | undefined>;

/**
 * Items by key, kept as the server has them while anybody is subscribed. Changes are gathered and published with the next
 * frame of the screen, all at once, so what is read in between stays the same.
 */
export interface LiveStore<Item> {
  /**
   * Calls `listener` after each change of items, state or error, once per frame at most, until the returned function is
   * called.
   */
  readonly subscribe: (listener: (changes: Changes<Item>) => void) => () => void;
  /** All items by key: the same map until something changes. */
  readonly getSnapshot: () => ReadonlyMap<string, Item>;
  /** The item of a key: the same object until it changes. */
  get(key: string): Item | undefined;
  readonly state: FeedState;
  /** Why it is `stale`, `reconnecting` or `refused`; null if it is not, or if the reason is over. */
  readonly error: GraphError | null;
}

interface Status {
  readonly state: FeedState;
  readonly error: GraphError | null;
}

/** A store that a feed fills. What the feed tells is published, and can be read, from the next frame on. */
export class FeedStore<Item> implements LiveStore<Item> {
  readonly #listeners = new Set<(changes: Changes<Item>) => void>();
  readonly #position: Position;
  readonly #start: (store: FeedStore<Item>) => () => void;
  #stop: (() => void) | null = null;
  /** The items as of the last frame. */
  readonly #items = new Map<string, Item>();
  /** A copy of them, made when somebody asks: most read single items, and the map may be large. */
  #snapshot: ReadonlyMap<string, Item> | null = null;
  #status: Status = { state: 'connecting', error: null };
  /** What is not yet published. */
  #changes = new Map<string, Item | undefined>();
  #isScheduled = false;
  #link: LinkState = { kind: 'connecting' };
  /** Whether all items have arrived over this link. */
  #isComplete = false;
  #wasLive = false;
  /** What is wrong with the server's own stream: it is silent, or has yet to read its snapshot. Null while nothing is. */
  #trouble: GraphError | 'loading' | null = null;

  /**
   * `start` begins to fill the store, until the function that it returns is called. While nobody fills it, `position` tells
   * whether what it holds may be a former user's.
   */
  constructor(position: Position, start: (store: FeedStore<Item>) => () => void) {
    this.#position = position;
    this.#start = start;
  }

  readonly subscribe = (listener: (changes: Changes<Item>) => void): (() => void) => {
    this.#forgetFormerUser();
    this.#stop ??= this.#start(this);
    const own = uncaught(listener); // A function of its own, as the same listener may subscribe twice.
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
      // Not at once: when React renders, one listener often goes just before the next one comes.
      queueMicrotask(() => this.#stopUnused());
    };
  };

  /** Stops following the feed if nobody is subscribed. */
  #stopUnused(): void {
    if (this.#stop === null || this.#listeners.size > 0) return;
    this.#stop();
    this.#stop = null;
    this.onLink({ kind: 'connecting' });
    this.#publish();
  }

  /** Called before anything is read: a store that nobody fills forgets what may be a former user's. */
  #forgetFormerUser(): void {
    if (this.#stop !== null || !this.#position.renewed.aborted) return;
    this.#position.after = null;
    this.forget();
    this.#publish();
  }

  readonly getSnapshot = (): ReadonlyMap<string, Item> => {
    this.#forgetFormerUser();
    this.#snapshot ??= new Map(this.#items);
    return this.#snapshot;
  };

  get(key: string): Item | undefined {
    this.#forgetFormerUser();
    return this.#items.get(key);
  }

  get state(): FeedState {
    this.#forgetFormerUser();
    return this.#status.state;
  }

  get error(): GraphError | null {
    return this.#status.error;
  }

  /** Puts an item, or removes it if it is undefined. */
  put(key: string, item: Item | undefined): void {
    this.#changes.set(key, item);
    this.#schedule();
  }

  /** The keys of all items, and of some that are gone. */
  keys(): Set<string> {
    return new Set([...this.#items.keys(), ...this.#changes.keys()]);
  }

  /** Removes all items, which the caller may not see. */
  forget(): void {
    for (const key of this.keys()) this.put(key, undefined);
    this.#wasLive = false;
  }

  onLink(link: LinkState): void {
    this.#link = link;
    if (link.kind !== 'open') {
      // To a new subscription, the server tells of trouble with the odds service once more, but not that there is none.
      this.#trouble = null;
      this.#isComplete = false;
    }
    this.#schedule();
  }

  onStatus({ state, message, code }: FeedStatus): void {
    if (state === 'NOTICE') return; // A temporary problem of a stream that continues.
    if (state === 'READY') {
      this.#trouble = null;
      this.#isComplete = true;
    } else if (state === 'CONNECTED') {
      this.#trouble ??= 'loading'; // A store that is stale stays so until the whole snapshot has come.
    } else {
      this.#trouble = new GraphError({
        message: message ?? 'The odds service is silent.',
        extensions: { code: code ?? 'UPSTREAM_UNAVAILABLE' },
      });
    }
    this.#schedule();
  }

  /** `false` when a snapshot begins, so that some items have yet to come; `true` when all have arrived. */
  setComplete(isComplete: boolean): void {
    this.#isComplete = isComplete;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    onNextFrame(() => {
      this.#isScheduled = false;
      this.#publish();
    });
  }

  #publish(): void {
    const [changes, status, held] = [this.#changes, this.#currentStatus(), this.#status];
    this.#wasLive ||= status.state === 'live';
    if (changes.size === 0 && status.state === held.state && status.error === held.error) return;
    for (const [key, item] of changes) {
      if (item === undefined) this.#items.delete(key);
      else this.#items.set(key, item);
    }
    this.#changes = new Map();
    if (changes.size > 0) this.#snapshot = null;
    this.#status = status;
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) listener(changes); // Another one may have unsubscribed it.
    }
  }

  #currentStatus(): Status {
    const link = this.#link;
    if (link.kind === 'refused') return { state: 'refused', error: link.failure };
    if (link.kind === 'lost') return { state: 'reconnecting', error: link.failure };
    if (this.#trouble instanceof GraphError) return { state: 'stale', error: this.#trouble };
    if (this.#isComplete && this.#trouble === null) return { state: 'live', error: null };
    return { state: this.#wasLive ? 'reconnecting' : 'connecting', error: null };
  }
}
