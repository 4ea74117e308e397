import { LEAGUE } from './board.ts';
import { Contender, type Kind, type Measured } from './contender.ts';
import { canPin, pin } from './pinned-server.ts';
import type { Variables } from './subscribers.ts';

/**
 * Updates of ten prices to many subscribers, from servers on one core that take turns in one run.
 * `npm run bench:live`; `BENCH_SECONDS` sets the length of each measurement.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const ROUNDS = 3;
const UPDATES_PER_SECOND = 10;

const KINDS: readonly Kind[] = [
  { name: '(a) ready bytes, node:http', script: './servers/raw.ts', welcome: ':\n\n' },
  { name: '(b) Yoga, a Repeater each', script: './servers/yoga.ts', welcome: ':\n\n' },
  { name: '(c) Oddsgraph', script: './servers/oddsgraph.ts', welcome: '"isLast":true' },
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
  /** Null where it cannot keep up with the pace. */
  readonly paced: Measured | null;
  readonly newcomers: readonly number[];
}

async function run(scenario: Scenario): Promise<Row[]> {
  const contenders: Contender[] = [];
  for (const kind of KINDS) {
    contenders.push(await Contender.start(kind, scenario.subscribers, scenario.variablesOf));
  }
  const saturated = await inTurns(contenders, (contender) => contender.saturate(SECONDS));
  const pace = UPDATES_PER_SECOND * scenario.subscribers;
  const keepingUp = contenders.filter((contender) => of(saturated, contender).perSecond > pace);
  const paced = await inTurns(keepingUp, (contender) =>
    contender.pace(SECONDS, UPDATES_PER_SECOND),
  );
  const rows: Row[] = [];
  for (const contender of contenders) {
    const { kind, memory } = contender;
    const newcomers =
      kind.script === './servers/oddsgraph.ts'
        ? await contender.newcomers(2 * SECONDS, UPDATES_PER_SECOND)
        : [];
    const row = { kind, memory, saturated: of(saturated, contender), newcomers };
    rows.push({ ...row, paced: keepingUp.includes(contender) ? of(paced, contender) : null });
  }
  for (const contender of contenders) await contender.stop();
  return rows;
}

async function inTurns(
  contenders: readonly Contender[],
  measure: (contender: Contender) => Promise<Measured>,
): Promise<Map<Contender, Measured[]>> {
  const rounds = new Map<Contender, Measured[]>(contenders.map((contender) => [contender, []]));
  for (const contender of contenders) await measure(contender); // Warm.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contender, measured] of rounds) measured.push(await measure(contender));
  }
  return rounds;
}

function of(rounds: Map<Contender, Measured[]>, contender: Contender): Measured {
  const measured = rounds.get(contender) ?? [];
  const field = (name: keyof Measured) => median(measured.map((one) => one[name]));
  return {
    perSecond: field('perSecond'),
    cpuMicroseconds: field('cpuMicroseconds'),
    busy: field('busy'),
    bytes: field('bytes'),
    p50: field('p50'),
    p99: field('p99'),
    executions: field('executions'),
  };
}

function median(values: readonly number[]): number {
  return at(values, 0.5);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
}

function print(scenario: Scenario, rows: readonly Row[]): void {
  const [a, b] = rows.map((row) => row.saturated.perSecond);
  const lines = rows.map(({ kind, memory, saturated, paced }) => [
    kind.name,
    saturated.perSecond.toFixed(0),
    (saturated.perSecond / (a ?? Number.NaN)).toFixed(2),
    (saturated.perSecond / (b ?? Number.NaN)).toFixed(1),
    saturated.cpuMicroseconds.toFixed(1),
    `${(saturated.busy * 100).toFixed(0)} %`,
    saturated.executions.toFixed(1),
    (saturated.bytes / 1000).toFixed(2),
    (memory / 1000).toFixed(0),
    paced?.p50.toFixed(1) ?? 'cannot',
    paced?.p99.toFixed(1) ?? 'cannot',
  ]);
  const titles = `server|deliveries/s|of (a)|of (b)|CPU µs each|of its core|executions an update|kB each|kB a subscriber|p50 ms at ${UPDATES_PER_SECOND}/s|p99 ms`;
  const table = [titles.split('|'), titles.split('|').map(() => '---'), ...lines];
  const text = table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const waits = rows.flatMap((row) => row.newcomers);
  process.stdout.write(`\n### ${scenario.name}\n\n${text}\n\n`);
  process.stdout.write(
    `Newcomers to (c), from connecting to the whole snapshot: p50 ${at(waits, 0.5).toFixed(0)} ms, p99 ${at(waits, 0.99).toFixed(0)} ms (${waits.length}).\n`,
  );
}

pin(process, 1);
process.stdout.write(
  `Updates of ten prices; median of ${ROUNDS} rounds of ${SECONDS} s${canPin ? ', servers pinned to one core' : ''}. Deliveries/s: the next update as soon as half have the last.\n`,
);
for (const scenario of SCENARIOS) print(scenario, await run(scenario));
process.exit(0);
