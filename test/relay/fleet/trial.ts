import type { Failure } from './failures.ts';
import type { Fleet } from './fleet.ts';
import type { StreamsSeen } from './moving-upstream.ts';

const LOOK_MS = 1_000;

/** What was seen while a failure happened, and until every subscriber had upstream's board. */
export interface Outcome {
  readonly recoveryMs: number;
  readonly streams: StreamsSeen;
  /** Snapshots that subscribers got although they had a board. */
  readonly snapshots: number;
  /**
   * How long a subscriber that was told READY had a wrong row, at the most, in milliseconds. Those of a
   * paused replica are not counted: nobody can tell them anything.
   */
  readonly wrongMs: number;
  readonly errors: readonly string[];
}

/** How long a row may be wrong for a subscriber that is told READY: until a dead leader's lease has ended. */
const WRONG_MS_MAX = 8_000;

/**
 * The promises that an outcome breaks. `slowness` multiplies what may take time: 1 for a machine that
 * has nothing else to do.
 */
export function brokenPromises(failure: Failure, outcome: Outcome, slowness: number): string[] {
  const { losesBoard = false } = failure;
  const recoveryMsMax = failure.recoveryMsMax * slowness;
  const doubledMsMax = (failure.doubledMsMax ?? 0) * slowness;
  const { recoveryMs, streams, snapshots, wrongMs, errors } = outcome;
  const promises: Readonly<Record<string, boolean>> = {
    [`recovery within ${recoveryMsMax} ms`]: recoveryMs <= recoveryMsMax,
    'one stream for each account and channel': streams.most <= (doubledMsMax > 0 ? 2 : 1),
    [`two streams for ${doubledMsMax} ms at the most`]: streams.doubledMs <= doubledMsMax,
    'no wrong price at rest': wrongMs <= WRONG_MS_MAX * slowness,
    'new snapshots only where Redis has lost the board': snapshots > 0 === losesBoard,
    'no errors': errors.length === 0,
  };
  return Object.keys(promises).filter((promise) => !promises[promise]);
}

/** Lets a failure happen while prices move, then lets prices rest until all boards equal upstream's. */
export async function tryFailure(fleet: Fleet, { happens }: Failure): Promise<Outcome> {
  const { crowd, upstream } = fleet;
  const snapshotsBefore = snapshots(fleet);
  upstream.takeStreams();
  let wrongMs = 0;
  const looking = setInterval(() => {
    for (const one of crowd.subscribers) {
      const isPaused = one.url !== null && one.url === fleet.paused?.url;
      if (one.state === 'READY' && !isPaused) wrongMs = Math.max(wrongMs, crowd.wrongFor(one));
    }
  }, LOOK_MS);
  try {
    upstream.start();
    const recoveryMs = await happens(fleet);
    await untilEqual(fleet);
    return {
      recoveryMs,
      streams: upstream.takeStreams(),
      snapshots: snapshots(fleet) - snapshotsBefore,
      wrongMs,
      errors: crowd.subscribers.flatMap(({ errors }) => errors.splice(0)),
    };
  } finally {
    clearInterval(looking);
  }
}

/** Lets prices rest until every subscriber is told that it has upstream's board, and has it. */
export async function untilEqual({
  crowd,
  upstream,
}: Pick<Fleet, 'crowd' | 'upstream'>): Promise<void> {
  upstream.rest();
  await crowd.until(
    'had upstream’s board',
    (one) => one.state === 'READY' && crowd.wrongFor(one) === 0,
  );
}

function snapshots({ crowd }: Fleet): number {
  return crowd.subscribers.reduce((sum, { newSnapshots }) => sum + newSnapshots, 0);
}
