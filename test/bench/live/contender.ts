import { setTimeout as pause } from 'node:timers/promises';
import { PinnedServer } from '../pinned-server.ts';
import { ScriptedUpstream } from './scripted-upstream.ts';
import { Subscribers, type Variables } from './subscribers.ts';

/** A kind of server. */
export interface Kind {
  readonly name: string;
  readonly script: string;
  /** A text in the last message of a new subscriber's snapshot. */
  readonly welcome: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** One measurement. */
export interface Measured {
  /** Deliveries: updates times subscribers. */
  readonly perSecond: number;
  /** The same per second of the server's CPU time. */
  readonly perCpuSecond: number;
  /** The server's share of its core. */
  readonly busy: number;
  readonly bytes: number;
  readonly p50: number;
  readonly p99: number;
  readonly executions: number;
}

/** The interval between new subscribers, and the time limit for pending deliveries. */
const NEWCOMER_EVERY_MS = 40;
const DRAIN_MS = 20_000;

/** One server with its own upstream and subscribers. */
export class Contender {
  readonly kind: Kind;
  /** Resident memory per subscriber, in bytes. */
  readonly memory: number;
  readonly #server: PinnedServer;
  readonly #upstream: ScriptedUpstream;
  readonly #subscribers: Subscribers;
  readonly #variablesOf: (subscriber: number) => Variables;

  private constructor(
    kind: Kind,
    memory: number,
    server: PinnedServer,
    upstream: ScriptedUpstream,
    subscribers: Subscribers,
    variablesOf: (subscriber: number) => Variables,
  ) {
    this.kind = kind;
    this.memory = memory;
    this.#server = server;
    this.#upstream = upstream;
    this.#subscribers = subscribers;
    this.#variablesOf = variablesOf;
  }

  static async start(
    kind: Kind,
    count: number,
    variablesOf: (subscriber: number) => Variables,
  ): Promise<Contender> {
    const upstream = await ScriptedUpstream.open();
    const server = await PinnedServer.start(kind.script, [upstream.url], kind.environment);
    const open = (n: number) =>
      Subscribers.open(`${server.url}/graphql`, n, variablesOf, kind.welcome);
    const first = await open(Math.min(100, count)); // One-time allocations don't count.
    const { rss: before } = await server.usage('tidy');
    const rest = await open(count);
    const { rss: after } = await server.usage('tidy');
    first.close();
    return new Contender(kind, (after - before) / count, server, upstream, rest, variablesOf);
  }

  /** Sends each update as soon as half of the subscribers have received the previous one. */
  async saturate(seconds: number): Promise<Measured> {
    const half = Math.ceil(this.#subscribers.count / 2);
    let newest = 0;
    this.#subscribers.onArrival((update, arrived) => {
      if (update === newest && arrived === half) newest = this.#send();
    });
    return this.#measure(async () => {
      newest = this.#send();
      await pause(seconds * 1000);
    });
  }

  /** Sends updates at a constant rate. */
  async pace(seconds: number, updatesPerSecond: number): Promise<Measured> {
    return this.#measure(async () => {
      const sending = setInterval(() => this.#send(), 1000 / updatesPerSecond);
      await pause(seconds * 1000);
      clearInterval(sending);
    });
  }

  /** Milliseconds from connecting to the complete first snapshot, of new subscribers during updates. */
  async newSubscribers(seconds: number, updatesPerSecond: number): Promise<number[]> {
    const sending = setInterval(() => this.#send(), 1000 / updatesPerSecond);
    const waits: Promise<number>[] = [];
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      waits.push(this.#newcomer());
      await pause(NEWCOMER_EVERY_MS);
    }
    clearInterval(sending);
    const all = await Promise.all(waits);
    await this.#drain();
    return all;
  }

  async stop(): Promise<void> {
    this.#subscribers.close();
    await this.#server.stop();
    this.#upstream.close();
  }

  async #newcomer(): Promise<number> {
    const begun = performance.now();
    const newcomer = await Subscribers.open(
      `${this.#server.url}/graphql`,
      1,
      this.#variablesOf,
      this.kind.welcome,
    );
    newcomer.close();
    return performance.now() - begun;
  }

  #send(): number {
    const update = this.#upstream.send();
    this.#subscribers.sent(update);
    return update;
  }

  async #measure(run: () => Promise<void>): Promise<Measured> {
    const before = await this.#server.usage();
    const sentBefore = this.#upstream.sent;
    const begun = performance.now();
    this.#subscribers.take();
    await run();
    const { deliveries, bytes, latencies } = this.#subscribers.take();
    const seconds = (performance.now() - begun) / 1000;
    const after = await this.#server.usage();
    this.#subscribers.onArrival(() => {});
    await this.#drain();
    const late = this.#subscribers.take();
    const sorted = Float64Array.from([...latencies, ...late.latencies]).sort();
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    const cpuMs = after.cpuMs - before.cpuMs;
    return {
      perSecond: deliveries / seconds,
      perCpuSecond: (deliveries / cpuMs) * 1000,
      busy: cpuMs / (seconds * 1000),
      bytes: bytes / deliveries,
      p50: at(0.5),
      p99: at(0.99),
      executions: (after.executions - before.executions) / (this.#upstream.sent - sentBefore),
    };
  }

  /** Resolves when every update has reached every subscriber. */
  async #drain(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const isDrained = () =>
      this.#subscribers.arrived(this.#upstream.sent) === this.#subscribers.count;
    const given = setTimeout(() => reject(new Error(`${this.kind.name} is stuck.`)), DRAIN_MS);
    this.#subscribers.onArrival(() => isDrained() && resolve());
    if (isDrained()) resolve();
    await promise.finally(() => clearTimeout(given));
    this.#subscribers.onArrival(() => {});
  }
}
