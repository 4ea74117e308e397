import { setTimeout as pause } from 'node:timers/promises';
import { quantile, startServer } from '../kit.ts';
import { openUpstream } from './scripted-upstream.ts';
import { Subscribers, type Variables } from './subscribers.ts';

/** A kind of server. */
export interface Kind {
  readonly name: string;
  /** The name of its script. */
  readonly server: string;
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

export type Contender = Awaited<ReturnType<typeof startContender>>;

/** Starts one server with its own upstream and subscribers. */
export async function startContender(
  kind: Kind,
  count: number,
  variablesOf: (subscriber: number) => Variables,
) {
  const upstream = await openUpstream();
  const server = await startServer(kind.server, [upstream.url], kind.environment);
  const open = (n: number) =>
    Subscribers.open(`${server.url}/graphql`, n, variablesOf, kind.welcome);
  const first = await open(Math.min(100, count)); // One-time allocations don't count.
  const { rss: before } = await server.usage('tidy');
  const subscribers = await open(count);
  const { rss: after } = await server.usage('tidy');
  first.close();

  function send(): number {
    const update = upstream.send();
    subscribers.sent(update);
    return update;
  }

  async function measure(run: () => Promise<void>): Promise<Measured> {
    const usageBefore = await server.usage();
    const sentBefore = upstream.sent();
    const begun = performance.now();
    subscribers.take();
    await run();
    const { deliveries, bytes, latencies } = subscribers.take();
    const seconds = (performance.now() - begun) / 1000;
    const usage = await server.usage();
    subscribers.onArrival(() => {});
    await drain();
    const all = [...latencies, ...subscribers.take().latencies];
    const cpuMs = usage.cpuMs - usageBefore.cpuMs;
    return {
      perSecond: deliveries / seconds,
      perCpuSecond: (deliveries / cpuMs) * 1000,
      busy: cpuMs / (seconds * 1000),
      bytes: bytes / deliveries,
      p50: quantile(all, 0.5),
      p99: quantile(all, 0.99),
      executions: (usage.executions - usageBefore.executions) / (upstream.sent() - sentBefore),
    };
  }

  /** Resolves when every update has reached every subscriber. */
  async function drain(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const isDrained = () => subscribers.arrived(upstream.sent()) === subscribers.count;
    const given = setTimeout(() => reject(new Error(`${kind.name} is stuck.`)), DRAIN_MS);
    subscribers.onArrival(() => isDrained() && resolve());
    if (isDrained()) resolve();
    await promise.finally(() => clearTimeout(given));
    subscribers.onArrival(() => {});
  }

  /** Sends updates at a constant rate for as long as something takes. */
  async function sendDuring(updatesPerSecond: number, run: () => Promise<void>): Promise<void> {
    const sending = setInterval(send, 1000 / updatesPerSecond);
    await run();
    clearInterval(sending);
  }

  async function newcomer(): Promise<number> {
    const begun = performance.now();
    (await open(1)).close();
    return performance.now() - begun;
  }

  return {
    kind,
    /** Resident memory per subscriber, in bytes. */
    memory: (after - before) / count,

    /** Sends each update as soon as half of the subscribers have received the previous one. */
    saturate(seconds: number): Promise<Measured> {
      const half = Math.ceil(subscribers.count / 2);
      let newest = 0;
      subscribers.onArrival((update, arrived) => {
        if (update === newest && arrived === half) newest = send();
      });
      return measure(async () => {
        newest = send();
        await pause(seconds * 1000);
      });
    },

    /** Sends updates at a constant rate. */
    pace(seconds: number, updatesPerSecond: number): Promise<Measured> {
      return measure(() => sendDuring(updatesPerSecond, () => pause(seconds * 1000)));
    },

    /** Milliseconds from connecting to the complete first snapshot, of new subscribers during updates. */
    async newSubscribers(seconds: number, updatesPerSecond: number): Promise<number[]> {
      const waits: Promise<number>[] = [];
      const until = performance.now() + seconds * 1000;
      await sendDuring(updatesPerSecond, async () => {
        while (performance.now() < until) {
          waits.push(newcomer());
          await pause(NEWCOMER_EVERY_MS);
        }
      });
      const all = await Promise.all(waits);
      await drain();
      return all;
    },

    async stop(): Promise<void> {
      subscribers.close();
      await server.stop();
      upstream.close();
    },
  };
}
