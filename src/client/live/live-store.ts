import { browser } from '../connection/browser.ts';
import type { GraphError } from '../connection/graph-error.ts';
import type { LinkState } from '../connection/keep-open.ts';
import type { FeedStatus } from './live-documents.ts';

/**
 * Whether what a store holds is current. `connecting`: nothing has arrived yet; `live`: it is current; `stale`: the
 * server hears nothing from the odds service; `reconnecting`: it is as last known, until the server answers again;
 * `refused`: it stays as last known, since the server would refuse it again.
 */
export type FeedState = 'connecting' | 'live' | 'stale' | 'reconnecting' | 'refused';

interface StoreStatus {
  readonly state: FeedState;
  readonly error: GraphError | null;
}

/**
 * Items by key, kept as the server has them while anybody is subscribed. Changes are gathered and published with the next
 * frame of the screen, all at once, so what is read in between stays the same.
 */
export interface LiveStore<Item> {
  /** Calls `listener` after each change, once per frame at most, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** All items by key: the same map until something changes. */
  readonly getSnapshot: () => ReadonlyMap<string, Item>;
  /** The item of a key: the same object until it changes. */
  get(key: string): Item | undefined;
  readonly state: FeedState;
  /** Why the server refused the feed; null if it did not. */
  readonly error: GraphError | null;
}

/** A store that a feed fills. */
export class FedStore<Item> implements LiveStore<Item> {
  readonly #listeners = new Set<() => void>();
  readonly #start: (sink: StoreSink<Item>) => () => void;
  readonly #sink: StoreSink<Item>;
  #stop: (() => void) | null = null;
  /** The items as of the last frame. */
  readonly #items = new Map<string, Item>();
  /** A copy of them, made when somebody asks: most read single items, and the map may be large. */
  #snapshot: ReadonlyMap<string, Item> | null = null;
  #status: StoreStatus = { state: 'connecting', error: null };

  constructor(start: (sink: StoreSink<Item>) => () => void) {
    this.#start = start;
    this.#sink = new StoreSink(() => this.#publish());
    this.subscribe = this.subscribe.bind(this);
    this.getSnapshot = this.getSnapshot.bind(this);
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener(); // One listener may subscribe several times.
    this.#listeners.add(own);
    this.#stop ??= this.#start(this.#sink);
    return () => {
      this.#listeners.delete(own);
      queueMicrotask(() => this.#rest()); // Others may subscribe in the same breath, as in React.
    };
  }

  /** Follows the feed no longer once nobody is subscribed. */
  #rest(): void {
    if (this.#stop === null || this.#listeners.size > 0) return;
    this.#stop();
    this.#stop = null;
    this.#sink.onLink({ kind: 'connecting' });
    this.#publish();
  }

  getSnapshot(): ReadonlyMap<string, Item> {
    this.#snapshot ??= new Map(this.#items);
    return this.#snapshot;
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }

  get state(): FeedState {
    return this.#status.state;
  }

  get error(): GraphError | null {
    return this.#status.error;
  }

  #publish(): void {
    const { changed, state, error } = this.#sink.take();
    const held = this.#status;
    if (changed.size === 0 && state === held.state && error === held.error) return;
    for (const key of changed) {
      const item = this.#sink.items.get(key);
      if (item === undefined) this.#items.delete(key);
      else this.#items.set(key, item);
    }
    if (changed.size > 0) this.#snapshot = null;
    this.#status = { state, error };
    for (const listener of [...this.#listeners]) listener();
  }
}

/** What is known by the last event, and not yet published. */
export class StoreSink<Item> {
  readonly items = new Map<string, Item>();
  readonly #publish: () => void;
  #isScheduled = false;
  /** The keys of items that were put in or removed since the last frame. */
  #changed = new Set<string>();
  /** Whether all items are those of the server. */
  #isComplete = false;
  #link: LinkState = { kind: 'connecting' };
  #upstream: string | null = null;

  constructor(publish: () => void) {
    this.#publish = publish;
  }

  set(key: string, item: Item): void {
    this.items.set(key, item);
    this.#changed.add(key);
  }

  delete(key: string): void {
    if (this.items.delete(key)) this.#changed.add(key);
  }

  onLink(link: LinkState): void {
    // The server reports trouble with the odds service anew to whoever joins, but not that all is well.
    if (link.kind !== 'open') this.#upstream = null;
    this.#link = link;
    this.schedule();
  }

  onStatus({ state }: FeedStatus): void {
    // A notice is a temporary problem of a stream that continues, and CONNECTED ends none: a snapshot has yet to come.
    if (state !== 'NOTICE' && state !== 'CONNECTED')
      this.#upstream = state === 'READY' ? null : state;
    this.schedule();
  }

  /** Tells whether a whole snapshot is there, or has yet to come. */
  complete(isComplete: boolean): void {
    this.#isComplete = isComplete;
    if (isComplete) this.#upstream = null;
    this.schedule();
  }

  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const draw = () => {
      this.#isScheduled = false;
      this.#publish();
    };
    if (browser.requestAnimationFrame) browser.requestAnimationFrame(draw);
    else setTimeout(draw, FRAME_MS);
  }

  take(): StoreStatus & { readonly changed: ReadonlySet<string> } {
    const changed = this.#changed;
    this.#changed = new Set();
    const error = this.#link.kind === 'refused' ? this.#link.failure : null;
    return { changed, state: this.#state(), error };
  }

  #state(): FeedState {
    if (this.#link.kind === 'refused') return 'refused';
    if (this.#link.kind === 'open' && this.#upstream !== null) return 'stale';
    if (this.#link.kind === 'open' && this.#isComplete) return 'live';
    const isNew = this.#link.kind === 'connecting' || this.#link.kind === 'open';
    return isNew && this.items.size === 0 ? 'connecting' : 'reconnecting';
  }
}

/** Where there is no screen. */
const FRAME_MS = 16;
