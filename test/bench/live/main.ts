import { newStoreUrl } from '../../harness/servers/recording.ts';
import { API_KEY } from '../account-keys.ts';
import { inRounds, mediansOf, quantile, row, titles } from '../kit.ts';
import { canPin, pin } from '../pin.ts';
import { LEAGUE } from './board.ts';
import { type Contender, type Kind, type Measured, startContender } from './contender.ts';
import type { Variables } from './subscribers.ts';

/**
 * Updates of ten prices to many subscribers, from servers on one core, interleaved in one run.
 * `npm run bench:live`; `BENCH_SECONDS` sets the length of each measurement. It opens 13,000 sockets
 * in one process: `ulimit -Hn` has to allow that.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const ROUNDS = 3;
const UPDATES_PER_SECOND = 10;

const ODDSGRAPH: Kind = {
  name: '(c) Oddsgraph',
  server: 'oddsgraph',
  welcome: '"isLast":true',
};

const KINDS: readonly Kind[] = [
  { name: '(a) prebuilt buffer, node:http', server: 'raw', welcome: ':\n\n' },
  ODDSGRAPH,
  {
    ...ODDSGRAPH,
    name: '(d) Oddsgraph, every price recorded',
    environment: { HISTORY_URL: newStoreUrl(), HISTORY_KEY: API_KEY },
  },
];

interface Scenario {
  readonly name: string;
  readonly subscribers: number;
  readonly variablesOf: (subscriber: number) => Variables;
}

const ONE_QUESTION = () => ({});
const FILTERS = 50;

const SCENARIOS: readonly Scenario[] = [
  ...[200, 1_000, 4_000].map((subscribers) => ({
    name: `${subscribers} subscribers`,
    subscribers,
    variablesOf: ONE_QUESTION,
  })),
  {
    name: `1000 subscribers, ${FILTERS} filters that all match`,
    subscribers: 1_000,
    variablesOf: (subscriber) => ({
      filter: { leagues: [LEAGUE, `league_${subscriber % FILTERS}`] },
    }),
  },
];

interface Row {
  readonly kind: Kind;
  readonly memory: number;
  readonly saturated: Measured;
  /** Null if the server cannot keep up. */
  readonly paced: Measured | null;
  readonly newSubscribers: readonly number[];
}

async function run(scenario: Scenario): Promise<Row[]> {
  const contenders: Contender[] = [];
  for (const kind of KINDS) {
    contenders.push(await startContender(kind, scenario.subscribers, scenario.variablesOf));
  }
  for (const contender of contenders) await contender.saturate(SECONDS / 2); // Warm.
  const saturated = await inRounds(ROUNDS, contenders, (one) => one.saturate(SECONDS));
  const pace = UPDATES_PER_SECOND * scenario.subscribers;
  const keepingUp = contenders.filter((contender) => of(saturated, contender).perCpuSecond > pace);
  const paced = await inRounds(ROUNDS, keepingUp, (one) => one.pace(SECONDS, UPDATES_PER_SECOND));
  const rows: Row[] = [];
  for (const contender of contenders) {
    const { kind, memory } = contender;
    const newSubscribers =
      kind === ODDSGRAPH ? await contender.newSubscribers(2 * SECONDS, UPDATES_PER_SECOND) : [];
    const row = { kind, memory, saturated: of(saturated, contender), newSubscribers };
    rows.push({ ...row, paced: keepingUp.includes(contender) ? of(paced, contender) : null });
  }
  for (const contender of contenders) await contender.stop();
  return rows;
}

function of(rounds: Map<Contender, Measured[]>, contender: Contender): Measured {
  return mediansOf(rounds.get(contender) ?? []);
}

const TITLES = [
  'server',
  'deliveries a CPU second',
  'of (a)',
  'deliveries/s',
  'of its core',
  'kB each',
  'executions an update',
  'kB a subscriber',
  `p50 ms at ${UPDATES_PER_SECOND}/s`,
  'p99 ms',
  'p99 of (a)',
];

function print(scenario: Scenario, rows: readonly Row[]): void {
  const [a] = rows;
  const ratio = (value: number | undefined, base: number | undefined) =>
    ((value ?? Number.NaN) / (base ?? Number.NaN)).toFixed(2);
  const lines = rows.map(({ kind, memory, saturated, paced }) => [
    kind.name,
    saturated.perCpuSecond.toFixed(0),
    ratio(saturated.perCpuSecond, a?.saturated.perCpuSecond),
    saturated.perSecond.toFixed(0),
    `${(saturated.busy * 100).toFixed(0)} %`,
    (saturated.bytes / 1000).toFixed(2),
    saturated.executions.toFixed(1),
    (memory / 1000).toFixed(0),
    ...(paced === null
      ? ['cannot', 'cannot', '']
      : [paced.p50.toFixed(1), paced.p99.toFixed(1), ratio(paced.p99, a?.paced?.p99)]),
  ]);
  const waits = rows.flatMap((row) => row.newSubscribers);
  const wait = (share: number) => quantile(waits, share).toFixed(0);
  process.stdout.write(`
### ${scenario.name}

${titles(TITLES)}${lines.map(row).join('')}
New subscribers of (c), from connecting to the complete snapshot: p50 ${wait(0.5)} ms, p99 ${wait(0.99)} ms (${waits.length}).
`);
}

pin(process, 1);
process.stdout.write(
  `Updates of ten prices; median of ${ROUNDS} rounds of ${SECONDS} s${canPin ? ', servers pinned to one core' : ''}. The next update is sent as soon as half have the last.\n`,
);
for (const scenario of SCENARIOS) print(scenario, await run(scenario));
process.exit(0);
