/**
 * A thousand subscribers over 1, 3 and 8 replicas (or as many as the arguments say), through every
 * failure. Prints what was seen, and fails if a promise was broken. If subscribers never get there, it prints
 * what the replicas say of themselves. It needs `redis-server`. Run:
 * `npm run soak:replicas -- 8`
 */
import { FAILURES, type Failure } from '../relay/fleet/failures.ts';
import { Fleet } from '../relay/fleet/fleet.ts';
import { brokenPromises, type Outcome, tryFailure, untilEqual } from '../relay/fleet/trial.ts';

const SUBSCRIBERS = 1_000;
const TITLES = [
  'failure',
  'recovery ms',
  'most streams an account and channel',
  'two streams ms',
  'new snapshots',
  'wrong while READY ms',
  'broken',
];

function row({ name }: Failure, outcome: Outcome, broken: readonly string[]): string {
  const { recoveryMs, streams, snapshots, wrongMs } = outcome;
  const figures = [recoveryMs, streams.most, streams.doubledMs, snapshots, wrongMs];
  const cells = [name, ...figures.map((figure) => figure.toFixed(0)), broken.join('; ')];
  return `| ${cells.join(' | ')} |\n`;
}

async function soak(replicas: number): Promise<boolean> {
  process.stdout.write(`\n### ${replicas} replicas, ${SUBSCRIBERS} subscribers\n\n`);
  process.stdout.write(`| ${TITLES.join(' | ')} |\n|${TITLES.map(() => ' --- |').join('')}\n`);
  const fleet = await Fleet.start(replicas, SUBSCRIBERS);
  let isGood = true;
  try {
    await fleet.crowd.untilUpToDate();
    await untilEqual(fleet);
    for (const failure of FAILURES.filter((one) => replicas > 1 || !one.needsFollower)) {
      const outcome = await tryFailure(fleet, failure);
      const broken = brokenPromises(failure, outcome, 1);
      isGood &&= broken.length === 0;
      process.stdout.write(row(failure, outcome, broken));
    }
  } catch (error) {
    process.stderr.write(`${error}\n\n${await fleet.report()}\n`);
    isGood = false;
  } finally {
    await fleet.stop();
  }
  return isGood;
}

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 3, 8];
for (const count of counts) if (!(await soak(count))) process.exitCode = 1;
