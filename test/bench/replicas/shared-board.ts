import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { quantile, startServer } from '../kit.ts';
import { EVENTS, ODDS_PER_EVENT } from '../live/board.ts';
import { openUpstream } from '../live/scripted-upstream.ts';
import { Subscribers } from '../live/subscribers.ts';

/** Delays from upstream's frame to the subscriber, in milliseconds. */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
}

export interface SharedBoardMeasured {
  readonly leader: Delays;
  readonly follower: Delays;
  /** Commands a second while nothing changes. */
  readonly idleCommands: number;
  /** For each changed price, beyond those of the idle replicas. */
  readonly commands: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Bytes that Redis holds for each price, and for each changed price that the log remembers. */
  readonly storedPrice: number;
  readonly loggedPrice: number;
}

const SUBSCRIBERS = 100;
const WELCOME = '"isLast":true';

/** Measures a leader and a follower of one board. */
export async function measureSharedBoard(
  redisUrl: string,
  seconds: number,
  updatesPerSecond: number,
): Promise<SharedBoardMeasured> {
  const upstream = await openUpstream();
  const environment = { REDIS_URL: redisUrl, REDIS_PREFIX: 'shared-board' };
  const start = () => startServer('oddsgraph', [upstream.url], environment);
  const servers = [await start(), await start()];
  const open = (url: string) =>
    Subscribers.open(`${url}/graphql`, SUBSCRIBERS, () => ({}), WELCOME);
  const leader = await open(servers[0]?.url ?? ''); // The first one to ask leads.
  const follower = await open(servers[1]?.url ?? '');
  const meter = await openMeter(redisUrl);
  const idleBefore = await meter.usage();
  await pause(seconds * 1000);
  const before = await meter.usage();
  const idle = perSecond(idleBefore, before, seconds);

  const sending = setInterval(() => {
    const update = upstream.send();
    leader.sent(update);
    follower.sent(update);
  }, 1000 / updatesPerSecond);
  await pause(seconds * 1000);
  clearInterval(sending);
  await pause(500); // The last updates arrive.
  const after = await meter.usage();
  const { rows, log } = await meter.memory();
  const busy = perSecond(before, after, seconds);
  const changed = upstream.sent() * ODDS_PER_EVENT;
  const each = (name: keyof typeof busy) => ((busy[name] - idle[name]) * seconds) / changed;
  const measured = {
    leader: delays(leader),
    follower: delays(follower),
    idleCommands: idle.commands,
    commands: each('commands'),
    bytesIn: each('bytesIn'),
    bytesOut: each('bytesOut'),
    storedPrice: rows / (EVENTS * ODDS_PER_EVENT),
    loggedPrice: log / (changed + EVENTS * ODDS_PER_EVENT),
  };
  for (const subscribers of [leader, follower]) subscribers.close();
  meter.close();
  await Promise.all(servers.map((server) => server.stop()));
  upstream.close();
  return measured;
}

/** What a Redis has done so far. */
interface Usage {
  readonly commands: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Reads Redis' own figures. */
async function openMeter(url: string) {
  const client = createClient({ url, RESP: 2 });
  await client.connect();
  return {
    async usage(): Promise<Usage> {
      const info = await client.sendCommand(['INFO', 'stats']);
      const figure = (name: string) =>
        Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(`${info}`)?.[1]);
      return {
        commands: figure('total_commands_processed'),
        bytesIn: figure('total_net_input_bytes'),
        bytesOut: figure('total_net_output_bytes'),
      };
    },
    /** What it holds in bytes: all boards as they are now, and the last steps of all boards. */
    async memory() {
      const names: unknown = await client.sendCommand(['KEYS', 'oddsgraph:*']);
      const size = async (kind: string) => {
        const some = (names as string[]).filter((name) => name.endsWith(kind));
        const sizes = some.map((name) =>
          client.sendCommand(['MEMORY', 'USAGE', name, 'SAMPLES', '0']),
        );
        return (await Promise.all(sizes)).reduce((sum: number, one) => sum + Number(one), 0);
      };
      return { rows: await size(':rows'), log: await size(':log') };
    },
    close: () => client.destroy(),
  };
}

function perSecond(before: Usage, after: Usage, seconds: number): Usage {
  return {
    commands: (after.commands - before.commands) / seconds,
    bytesIn: (after.bytesIn - before.bytesIn) / seconds,
    bytesOut: (after.bytesOut - before.bytesOut) / seconds,
  };
}

function delays(subscribers: Subscribers): Delays {
  const { latencies } = subscribers.take();
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}
