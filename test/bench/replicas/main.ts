import { RedisServer } from '../../harness/programs/redis.ts';
import { median } from '../kit.ts';
import { Contender, type Kind } from '../live/contender.ts';
import { canPin, pin } from '../pin.ts';
import { countUpstreamRequests } from './equal-queries.ts';
import { measureSharedBoard } from './shared-board.ts';

/**
 * What sharing streams over Redis costs and saves. `npm run bench:replicas` needs `redis-server`;
 * `BENCH_SECONDS` sets the length of each measurement.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 5;
const SUBSCRIBERS = 1_000;
const UPDATES_PER_SECOND = 10;
const REPLICAS = [1, 3, 8];
const QUERIES = 20;

/** Deliveries a CPU second of one process, and of one that leads for others, interleaved. */
async function compareLeader(redisUrl: string): Promise<void> {
  const [script, welcome] = ['live/servers/oddsgraph.ts', '"isLast":true'];
  const kinds: readonly Kind[] = [
    { name: 'one process without Redis', script, welcome },
    { name: 'the leader', script, welcome, environment: { REDIS_URL: redisUrl } },
  ];
  const contenders: Contender[] = [];
  for (const kind of kinds) {
    contenders.push(await Contender.start(kind, SUBSCRIBERS, () => ({})));
  }
  for (const contender of contenders) await contender.saturate(SECONDS / 2); // Warm.
  const rounds = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contender, figures] of rounds) {
      figures.push((await contender.saturate(SECONDS)).perCpuSecond);
    }
  }
  const [own = Number.NaN, leading = Number.NaN] = [...rounds.values()].map(median);
  print('### Deliveries a CPU second', '', `| server | deliveries | of one process |`);
  print('| --- | --- | --- |', `| ${kinds[0]?.name} | ${own.toFixed(0)} | 1.00 |`);
  print(`| ${kinds[1]?.name} | ${leading.toFixed(0)} | ${(leading / own).toFixed(2)} |`, '');
  for (const contender of contenders) await contender.stop();
}

async function showSharedBoard(redisUrl: string): Promise<void> {
  const measured = await measureSharedBoard(redisUrl, 4 * SECONDS, UPDATES_PER_SECOND);
  const { leader, follower } = measured;
  const later = (share: 'p50' | 'p99') => (follower[share] - leader[share]).toFixed(1);
  print(
    `### From upstream's frame to the subscriber, at ${UPDATES_PER_SECOND} updates a second`,
    '',
  );
  print('| share | leader ms | follower ms | later by ms |', '| --- | --- | --- | --- |');
  for (const share of ['p50', 'p99'] as const) {
    const cells = [share, leader[share].toFixed(1), follower[share].toFixed(1), later(share)];
    print(`| ${cells.join(' | ')} |`);
  }
  print('', '### Redis, with two replicas', '', '| what | amount |', '| --- | --- |');
  print(
    `| commands a second, while nothing changes, those in scripts included | ${measured.idleCommands.toFixed(1)} |`,
  );
  print(`| commands for each changed price | ${measured.commands.toFixed(2)} |`);
  print(`| bytes in for each changed price | ${measured.bytesIn.toFixed(0)} |`);
  print(`| bytes out for each changed price | ${measured.bytesOut.toFixed(0)} |`);
  print(`| bytes held for each price | ${measured.storedPrice.toFixed(0)} |`);
  print(`| bytes of log for each change that it remembers | ${measured.loggedPrice.toFixed(0)} |`);
}

async function countRequests(redisUrl: string): Promise<void> {
  print('', `### Upstream requests of ${QUERIES} queries, each asked once of every replica`, '');
  print('| replicas | upstream requests |', '| --- | --- |');
  for (const replicas of REPLICAS) {
    print(`| ${replicas} | ${await countUpstreamRequests(redisUrl, replicas, QUERIES)} |`);
  }
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

pin(process, 1);
const redis = await RedisServer.start(); // On this process's core.
print(`Servers ${canPin ? '' : 'not '}pinned to one core, Redis and the load on the other.`, '');
await compareLeader(redis.url);
await showSharedBoard(redis.url);
await countRequests(redis.url);
await redis.stop();
process.exit(0);
