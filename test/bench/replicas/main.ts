import { RedisServer } from '../../harness/programs/redis.ts';
import { inRounds, median, row, titles } from '../kit.ts';
import { type Contender, type Kind, startContender } from '../live/contender.ts';
import { canPin, pin } from '../pin.ts';
import { measureSharedBoard } from './shared-board.ts';

/**
 * What sharing streams over Redis costs and saves. `npm run bench:replicas` needs `redis-server`;
 * `BENCH_SECONDS` sets the length of each measurement.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 5;
const SUBSCRIBERS = 1_000;
const UPDATES_PER_SECOND = 10;

/** Deliveries a CPU second of one process, and of one that leads for others, interleaved. */
async function compareLeader(redisUrl: string): Promise<void> {
  const [server, welcome] = ['oddsgraph', '"isLast":true'];
  const kinds: readonly Kind[] = [
    { name: 'one process without Redis', server, welcome },
    { name: 'the leader', server, welcome, environment: { REDIS_URL: redisUrl } },
  ];
  const contenders: Contender[] = [];
  for (const kind of kinds) {
    contenders.push(await startContender(kind, SUBSCRIBERS, () => ({})));
  }
  for (const contender of contenders) await contender.saturate(SECONDS / 2); // Warm.
  const rounds = await inRounds(ROUNDS, contenders, async (one) => {
    return (await one.saturate(SECONDS)).perCpuSecond;
  });
  const [own = Number.NaN, leading = Number.NaN] = [...rounds.values()].map(median);
  print(
    'Deliveries a CPU second',
    ['server', 'deliveries', 'of one process'],
    [
      [kinds[0]?.name ?? '', own.toFixed(0), '1.00'],
      [kinds[1]?.name ?? '', leading.toFixed(0), (leading / own).toFixed(2)],
    ],
  );
  for (const contender of contenders) await contender.stop();
}

async function showSharedBoard(redisUrl: string): Promise<void> {
  const measured = await measureSharedBoard(redisUrl, 4 * SECONDS, UPDATES_PER_SECOND);
  const { leader, follower } = measured;
  const later = (share: 'p50' | 'p99') => (follower[share] - leader[share]).toFixed(1);
  print(
    `From upstream's frame to the subscriber, at ${UPDATES_PER_SECOND} updates a second`,
    ['share', 'leader ms', 'follower ms', 'later by ms'],
    (['p50', 'p99'] as const).map((share) => [
      share,
      leader[share].toFixed(1),
      follower[share].toFixed(1),
      later(share),
    ]),
  );
  const { idleCommands, commands, bytesIn, bytesOut, storedPrice, loggedPrice } = measured;
  print(
    'Redis, with two replicas',
    ['what', 'amount'],
    [
      [
        'commands a second, while nothing changes, those in scripts included',
        idleCommands.toFixed(1),
      ],
      ['commands for each changed price', commands.toFixed(2)],
      ['bytes in for each changed price', bytesIn.toFixed(0)],
      ['bytes out for each changed price', bytesOut.toFixed(0)],
      ['bytes held for each price', storedPrice.toFixed(0)],
      ['bytes of log for each change that it remembers', loggedPrice.toFixed(0)],
    ],
  );
}

function print(title: string, names: readonly string[], lines: readonly (readonly string[])[]) {
  process.stdout.write(`### ${title}\n\n${titles(names)}${lines.map(row).join('')}\n`);
}

pin(process, 1);
const redis = await RedisServer.start(); // On this process's core.
process.stdout.write(
  `Servers ${canPin ? '' : 'not '}pinned to one core, Redis and the load on the other.\n\n`,
);
await compareLeader(redis.url);
await showSharedBoard(redis.url);
await redis.stop();
process.exit(0);
