import { end, type Fleet, type Replica } from './fleet.ts';

/** A failure of a fleet, and what is promised of it. */
export interface Failure {
  readonly name: string;
  /** Whether it takes a second replica. */
  readonly needsFollower?: boolean;
  /** Whether nothing but a process can fail like that: it can tell nobody. */
  readonly needsProcesses?: boolean;
  /** Resolves with the milliseconds that every subscriber took to see changes again. */
  readonly happens: (fleet: Fleet) => Promise<number>;
  readonly recoveryMsMax: number;
  /** How long two streams of one account and channel may be open, in milliseconds; 0 by default. */
  readonly doubledMsMax?: number;
  /** Whether Redis has lost the board, so that subscribers get a new snapshot. Else nobody does. */
  readonly losesBoard?: boolean;
}

/** How long each subscriber may take on a busy machine, beyond what the relay takes. */
const CONNECTING_MS = 4_000;

export const FAILURES: readonly Failure[] = [
  {
    name: 'the leader is killed',
    needsProcesses: true,
    happens: async (fleet) => killed(fleet, await fleet.leader()),
    recoveryMsMax: 8_000,
  },
  {
    name: 'a follower is killed',
    needsFollower: true,
    happens: async (fleet) => killed(fleet, await fleet.follower()),
    recoveryMsMax: CONNECTING_MS,
  },
  {
    name: 'the leader is paused and wakes up',
    needsProcesses: true,
    happens: paused,
    recoveryMsMax: 8_000,
    doubledMsMax: 10_000, // A paused process cannot close its stream.
  },
  {
    name: 'the leader is cut off from Redis',
    happens: async (fleet) => cutOff(fleet, await fleet.leader()),
    recoveryMsMax: 8_000,
  },
  {
    name: 'a follower is cut off from Redis',
    needsFollower: true,
    happens: async (fleet) => cutOff(fleet, await fleet.follower()),
    recoveryMsMax: CONNECTING_MS,
  },
  {
    name: 'all replicas are replaced one after the other',
    happens: rolled,
    recoveryMsMax: CONNECTING_MS,
  },
  {
    name: 'Redis is emptied',
    happens: async (fleet) => {
      await fleet.redis.command(['FLUSHALL']);
      return fleet.crowd.untilUpToDate();
    },
    recoveryMsMax: 8_000,
    losesBoard: true,
  },
  {
    name: 'Redis is emptied while a replica starts that has never seen a board',
    happens: emptiedDuringStart,
    recoveryMsMax: 8_000,
    losesBoard: true,
  },
  {
    name: 'Redis is restarted, empty',
    happens: restarted,
    recoveryMsMax: 5_000,
    losesBoard: true,
  },
];

/** A supervisor starts another replica at once. */
async function killed(fleet: Fleet, replica: Replica): Promise<number> {
  fleet.remove(replica);
  await end(replica);
  const started = fleet.add();
  if (fleet.replicas.length === 0) await started; // How long that takes is not the relay's affair.
  const recovered = await fleet.crowd.untilUpToDate();
  await started;
  return recovered;
}

async function paused(fleet: Fleet): Promise<number> {
  const leader = await fleet.leader();
  const others = fleet.crowd.subscribers.filter(({ url }) => url !== leader.url);
  fleet.paused = leader;
  leader.process.signalGroup('SIGSTOP');
  const recovered = await fleet.crowd.untilUpToDate(others);
  leader.process.signalGroup('SIGCONT');
  await fleet.crowd.untilUpToDate();
  fleet.paused = null;
  return recovered;
}

/** Its subscribers are told, or sent elsewhere. */
async function cutOff(fleet: Fleet, replica: Replica): Promise<number> {
  const { crowd } = fleet;
  const its = crowd.at(replica.url);
  const others = crowd.subscribers.filter((one) => !its.includes(one));
  replica.redis.cut();
  const [recovered] = await Promise.all([
    crowd.untilUpToDate(others),
    crowd.until('was told', ({ url, state }) => url !== replica.url || state !== 'READY', its),
  ]);
  replica.redis.mend();
  await crowd.untilUpToDate();
  return recovered;
}

/** A new replica is ready before an old one is stopped, as deployments do. */
async function rolled(fleet: Fleet): Promise<number> {
  let longest = 0;
  for (const old of fleet.replicas) {
    await fleet.add();
    fleet.remove(old);
    const begun = performance.now();
    old.process.signal('SIGTERM');
    // Its streams end a moment after the signal.
    if ((await old.process.exited) !== 0) throw new Error(`It did not stop: ${old.process.errors}`);
    await fleet.crowd.untilUpToDate();
    longest = Math.max(longest, performance.now() - begun);
    await old.redis.close();
  }
  return longest;
}

/** Prices rest, so that the leader notices only when it renews its lease. */
async function emptiedDuringStart(fleet: Fleet): Promise<number> {
  const { crowd, upstream } = fleet;
  const newcomer = await fleet.add();
  upstream.rest();
  const begun = performance.now();
  await fleet.redis.command(['FLUSHALL']);
  await crowd.ask(newcomer.url);
  upstream.start();
  await crowd.untilUpToDate();
  return performance.now() - begun;
}

/** Recovery counts from when Redis is back. */
async function restarted({ crowd, redis }: Fleet): Promise<number> {
  await redis.stop();
  await crowd.until('was told', ({ state }) => state !== 'READY');
  await redis.restart();
  return crowd.untilUpToDate();
}
