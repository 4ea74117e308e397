import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { FLUSH_MS, Recorder } from '../../src/history/recorder/recorder.ts';
import type { RecordedStore } from '../../src/history/recorder/store-writer.ts';
import { StoreConnection } from '../../src/history/store-connection.ts';
import { ThrottledLog } from '../../src/observability/log.ts';
import { ManualClock } from '../harness/manual-clock.ts';
import type { Step } from './kills/check-stored.ts';
import { FedBoard } from './kills/fed-board.ts';

/** Which calls of the store are held. */
type Holds = (name: keyof HistoryStore, args: readonly unknown[]) => boolean;

/** A recorder of a real store and a fed board. Its time passes only while it asks the store for nothing. */
export class FedRecording implements RecordedStore {
  readonly clock = new ManualClock();
  readonly prices: number;
  readonly recorder: Recorder;
  readonly fed: FedBoard;
  readonly #connection: StoreConnection;
  readonly #lines: string[] = [];
  /** Calls of the store that have not been answered. */
  readonly #calls = new Set<Promise<unknown>>();
  /** All changes, for `checkStored`. */
  readonly steps: Step[] = [];
  /** How many batches the store still takes. */
  batches = Number.POSITIVE_INFINITY;
  #isHeld: Holds = () => false;
  #heard = Promise.resolve();

  constructor(url: string, prices = 20) {
    const { clock } = this;
    const sink = pino({ level: 'info' }, { write: (line: string) => void this.#lines.push(line) });
    this.prices = prices;
    this.fed = new FedBoard(prices, 100);
    this.#connection = new StoreConnection(url, clock);
    const log = ThrottledLog.start(sink, clock);
    this.recorder = new Recorder({ connection: this, observe: this.fed.observe, clock, log });
    this.recorder.start();
  }

  /** The points that are stored if none is lost. */
  get points(): number {
    return this.prices * (1 + this.steps.length);
  }

  /** Every price changes once. */
  change(): void {
    this.fed.change(this.clock.now(), (step) => this.steps.push(step));
  }

  /** Every price changes, and is stored if that works. */
  async step(ms = FLUSH_MS): Promise<void> {
    this.change();
    this.clock.advance(ms);
    await this.answered();
  }

  /** Resolves when the store has answered, and the recorder waits for time to pass. */
  async answered(): Promise<void> {
    await this.#connection.opened().catch(() => {});
    await turn();
    while (this.#calls.size > 0) {
      await Promise.allSettled(this.#calls);
      await turn();
    }
  }

  /** Steps until the log has a line with these words. */
  async untilLogged(words: string, stepMs?: number): Promise<void> {
    while (this.logged(words) === 0) await this.step(stepMs);
  }

  /** How many lines of the log have these words. */
  logged(words: string): number {
    return this.#lines.filter((line) => line.includes(words)).length;
  }

  /** Upstream's stream is lost, or is back. */
  setLive(isLive: boolean): void {
    this.fed.isLive = isLive;
    this.recorder.onState();
  }

  /** The recorder does not hear the store's answers to some calls, until the function that this returns is called. */
  hold(isHeld: Holds = (call) => call === 'append'): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#isHeld = isHeld;
    this.#heard = promise;
    return resolve;
  }

  async stop(): Promise<void> {
    await this.recorder.stop();
    await this.#connection.close();
  }

  /** The store, as the recorder uses it. */
  get store(): HistoryStore {
    return new Proxy(this.#connection.store, {
      get: (store, name: keyof HistoryStore) => {
        const method = store[name] as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          if (name === 'append' && --this.batches < 0) throw new Error('It takes no more.');
          const answer = await this.#noted(method.apply(store, args));
          if (this.#isHeld(name, args)) await this.#heard;
          return answer;
        };
      },
    });
  }

  opened(): Promise<void> {
    return this.#noted(this.#connection.opened());
  }

  #noted<Value>(call: Promise<Value>): Promise<Value> {
    this.#calls.add(call);
    const forget = () => void this.#calls.delete(call);
    call.then(forget, forget);
    return call;
  }
}
