import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { csvOf, recordsIn } from '../../src/history/files/csv-records.ts';
import { exportRecords } from '../../src/history/files/export-records.ts';
import { type HistoryRecord, importRecords } from '../../src/history/files/import-records.ts';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { NUMBER_MAX } from '../../src/history/series.ts';
import { openStore } from '../../src/history/worker/open-store.ts';
import { sharedPostgres } from '../harness/hooks/postgres.ts';
import { newFolder } from '../harness/node/new-folder.ts';
import { hasPostgres } from '../harness/programs/postgres.ts';
import { runs } from '../harness/property-runs.ts';
import { newStoreUrl } from '../harness/servers/recording.ts';
import { aBatch, anEvent, aPoint, aSeries, HOUR, MINUTE, NOON } from './stores/batches.ts';

const run = promisify(execFile);
/** A file has one zero. */
const LINE = fc.option(
  fc.double({ noNaN: true, min: -NUMBER_MAX, max: NUMBER_MAX }).map((line) => line + 0),
);

const RANGE = { from: NOON - 24 * HOUR, to: NOON + 24 * HOUR, leagues: [] as string[] };

afterEach(() => vi.unstubAllEnvs());

async function textOf(store: HistoryStore, options = RANGE): Promise<string> {
  return (await collect(csvOf(exportRecords(store, options)))).join('');
}

function read(text: string): AsyncIterable<HistoryRecord> {
  return recordsIn(Readable.from([text]));
}

/** Two games of two leagues, with names that CSV has to quote. */
const RECORDS: readonly HistoryRecord[] = [
  {
    event: anEvent({ id: 'one, "1"', startedAt: NOON }),
    series: aSeries({ eventId: 'one, "1"', player: 'O’Neal,\r\n"Shaq"' }),
    points: [
      aPoint(NOON - HOUR),
      aPoint(NOON - MINUTE, { american: 105.5, line: null }),
      aPoint(NOON + MINUTE, { status: 'removed', isLive: true }),
    ],
  },
  {
    event: anEvent({ id: 'two', league: 'wnba', awayTeam: null }),
    series: aSeries({ eventId: 'two', upstreamId: null, isWatchedFromStart: false }),
    points: Array.from({ length: 2_500 }, (_, index) =>
      aPoint(NOON - 20 * HOUR + index * 1_000, { american: 100 + index }),
    ),
  },
  { coverage: { from: NOON - 22 * HOUR, to: NOON - 3 * HOUR } },
  { coverage: { from: NOON - 2 * HOUR, to: NOON + HOUR } },
];

/** Runs one of the commands for the database at `url`. */
function command(name: string, url: string, ...args: string[]) {
  return run(process.execPath, [`src/commands/${name}-history.ts`, ...args], {
    env: { ...process.env, HISTORY_URL: url },
    maxBuffer: 2 ** 24,
  });
}

describe('files of recorded prices', () => {
  test('an export, imported into another database, exports the same', async () => {
    const [one, other] = await Promise.all([openStore(newStoreUrl()), openStore(newStoreUrl())]);
    expect(await importRecords(one, RECORDS)).toBe(2_503);
    const text = await textOf(one);
    expect(await importRecords(other, read(text))).toBe(2_503);
    expect(await textOf(other)).toBe(text);
    expect(text.split('\r\n').filter((line) => line.startsWith('point'))).toHaveLength(2_503);
    // Openings, closings and coverage have come along.
    const filter = { eventIds: ['one, "1"', 'two'] };
    const stored = async (store: HistoryStore) =>
      (await store.seriesOf(filter)).map((series) => JSON.stringify({ ...series, id: 0 })).sort();
    expect(await stored(other)).toEqual(await stored(one));
    expect(await other.coverage(RANGE)).toEqual(await one.coverage(RANGE));
    expect((await other.seriesOf({ eventIds: ['one, "1"'] }))[0]?.closing).toMatchObject({
      at: NOON - MINUTE,
      american: 105.5,
    });
    expect(await importRecords(other, read(text))).toBe(0); // Again, nothing changes.
    expect(await textOf(other)).toBe(text);
    const league = await textOf(one, { ...RANGE, leagues: ['nba'] });
    expect(league.split('\r\n').filter((line) => line.startsWith('point'))).toHaveLength(3);
    await Promise.all([one.close(), other.close()]);
  });

  test('an export has no odds that no American price has, which an earlier version recorded: nothing could be bet', async () => {
    const [one, other] = await Promise.all([openStore(newStoreUrl()), openStore(newStoreUrl())]);
    const points = [
      aPoint(NOON - HOUR, { american: -50 }),
      aPoint(NOON, { american: 105 }),
      aPoint(NOON + MINUTE, { american: -50 }),
      aPoint(NOON + 2 * MINUTE, { american: 99.5, status: 'removed' }),
    ];
    await importRecords(one, [{ event: anEvent(), series: aSeries(), points }]);
    expect(await importRecords(other, read(await textOf(one)))).toBe(4);
    const [series] = await other.seriesOf({ eventIds: [anEvent().id] });
    const query = { ...RANGE, resolution: 'TICK', limit: 4, after: null } as const;
    const [page] = await other.points({ ...query, seriesIds: [series?.id ?? 0] });
    expect(page?.points.map(({ american, status }) => [american, status])).toEqual([
      [0, 'suspended'],
      [105, 'open'],
      [105, 'suspended'],
      [105, 'removed'],
    ]);
    await Promise.all([one.close(), other.close()]);
  });

  test('an export of a range has what stood when it began, and no close after it', async () => {
    const [one, other] = await Promise.all([openStore(newStoreUrl()), openStore(newStoreUrl())]);
    await importRecords(one, RECORDS);
    const range = { ...RANGE, from: NOON - 30 * MINUTE, to: NOON - 10 * MINUTE };
    const text = await textOf(one, range);
    await importRecords(other, read(text));
    const filter = { eventIds: ['one, "1"', 'two'] };
    const board = async (store: HistoryStore) =>
      (await store.standingAt(filter, range.from)).map(({ point }) => point);
    expect(await board(other)).toEqual(await board(one));
    const [first] = await other.seriesOf({ eventIds: ['one, "1"'] });
    expect(first).toMatchObject({
      opening: { at: NOON - HOUR, isFirstSeen: false },
      closing: null,
    });
    await Promise.all([one.close(), other.close()]);
  });

  test('an export covers no more than was stored when it began, and nothing if it is of one league', async () => {
    const store = await openStore(newStoreUrl());
    await importRecords(store, RECORDS);
    const spans = RECORDS.slice(2);
    const records = exportRecords(store, RANGE);
    const { value: first } = await records.next();
    await store.append({
      ...{ series: [], events: [], points: [], position: null },
      coverage: { from: NOON + HOUR, to: NOON + 2 * HOUR },
    });
    const rest = await collect(records);
    expect([first, ...rest].filter((one) => one && 'coverage' in one)).toEqual(spans);
    const league = await collect(exportRecords(store, { ...RANGE, leagues: ['nba'] }));
    expect(league.filter((one) => 'coverage' in one)).toEqual([]);
    await store.close();
  });

  test('without a word of coverage, an import covers nothing', async () => {
    const store = await openStore(newStoreUrl());
    const text = (await collect(csvOf(from(RECORDS.slice(0, 2))))).join('');
    await importRecords(store, read(text));
    expect((await store.coverage(RANGE)).spans).toEqual([]);
    await store.close();
  });

  test('any text survives', async () => {
    const id = fc.string({ minLength: 1, unit: 'grapheme' });
    const name = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(id, name, LINE, async (one, two, line) => {
        const names = { selection: two, selectionType: two, player: two || null };
        const series = aSeries({ eventId: one, ...names });
        const record = {
          event: anEvent({ id: one, homeTeam: two || null }),
          series,
          points: [{ at: NOON, american: -110, line, isLive: true, status: 'open' as const }],
        };
        const text = (await collect(csvOf(from([record])))).join('');
        const [found] = await collect(read(text));
        expect(found).toEqual(record);
      }),
      { numRuns: runs(60) },
    );
  });

  test('what is wrong in a file is told with its line', async () => {
    const text = (await collect(csvOf(from(RECORDS.slice(1, 3))))).join('');
    const lines = text.split('\r\n');
    const broken = (index: number, change: (line: string) => string) =>
      read(lines.map((line, at) => (at === index ? change(line) : line)).join('\r\n'));
    const cases: readonly [number, (line: string) => string, RegExp][] = [
      [0, (line) => line.replace('american', 'odds'), /Line 1: .* "american" is missing/],
      [3, (line) => line.replace('point', 'points'), /Line 4: the column "record"/],
      [3, (line) => line.replace(/20\d\d-/, 'yesterday-'), /Line 4: .* "at" has to be a time/],
      [3, (line) => line.replace(/-11-\d\d/, '-02-30'), /Line 4: .* "at" has to be a time/],
      [3, (line) => line.replace(/20\d\d-/, '2099-'), /Line 4: .* "at" is in the future/],
      [3, (line) => line.replace('open', 'closed'), /Line 4: .* "status" has to be one of open/],
      [
        3,
        (line) => line.replace(/[^,]*,false,open/, '1e13,false,open'),
        /Line 4: .* "line" is beyond/,
      ],
      [
        3,
        (line) => line.replace(',102,', ',1.91,'),
        /Line 4: .* "american" has to be American odds/,
      ],
      [
        3,
        (line) => line.replace(',102,', ',-99,'),
        /Line 4: .* "american" has to be American odds/,
      ],
      [3, (line) => line.replace(',102,', ',0,'), /Line 4: .* or 0 if it is not open/],
      [3, (line) => `${line},more`, /Line 4: /],
      [1_500, (line) => line.replace('open', 'closed'), /Line 1501: /],
      [2_501, (line) => line.replace(/-11-\d\d/, '-11-21'), /Line 2502: .* "until" is before "at"/],
    ];
    for (const [index, change, message] of cases) {
      await expect(collect(broken(index, change))).rejects.toThrow(message);
    }
  });

  test('nothing at all is no file of the past', async () => {
    await expect(collect(recordsIn(Readable.from([])))).rejects.toThrow('not even a header');
  });

  test('what comes before a wrong row is stored', async () => {
    const text = (await collect(csvOf(from(RECORDS.slice(1, 3))))).join('');
    const lines = text.split('\r\n').slice(0, 101);
    const wrong = lines[100]?.replace('open', 'closed');
    const store = await openStore(newStoreUrl());
    const failed = importRecords(store, read([...lines, wrong].join('\r\n')));
    await expect(failed).rejects.toThrow(/Line 102: /);
    expect(await importRecords(store, read(lines.join('\r\n')))).toBe(0);
    await store.close();
  });

  test('an import leaves the scheduled start of a known event alone', async () => {
    const store = await openStore(newStoreUrl());
    const startsAt = NOON + 8 * HOUR;
    await store.append(aBatch({ events: [anEvent({ startsAt })], points: [aPoint(NOON)] }));
    const event = anEvent({ startedAt: NOON + HOUR });
    await importRecords(store, [{ event, series: aSeries(), points: [aPoint(NOON - HOUR)] }]);
    expect(await store.eventsIn(RANGE, {})).toEqual([{ ...event, startsAt }]);
    await store.close();
  });

  test('files of days in any order lead to the same closings', async () => {
    const [one, other] = await Promise.all([openStore(newStoreUrl()), openStore(newStoreUrl())]);
    const midnight = NOON + 12 * HOUR;
    const event = anEvent({ startsAt: midnight + HOUR, startedAt: midnight + HOUR });
    const gone = aSeries({ upstreamId: '2' });
    await importRecords(one, [
      { event, series: aSeries(), points: [aPoint(NOON), aPoint(midnight + MINUTE)] },
      { event, series: gone, points: [aPoint(NOON), aPoint(NOON + HOUR, { status: 'removed' })] },
    ]);
    const next = { ...RANGE, from: midnight, to: midnight + 24 * HOUR };
    for (const range of [next, { ...RANGE, to: midnight }]) {
      await importRecords(other, exportRecords(one, range));
    }
    const series = await other.seriesOf({ eventIds: [event.id] });
    const closed = series.map(({ closing }) => closing?.at).sort();
    expect(closed).toEqual([NOON + HOUR, midnight + MINUTE]);
    await Promise.all([one.close(), other.close()]);
  });

  test('a row that says when play began counts, whatever rows come after it', async () => {
    const store = await openStore(newStoreUrl());
    const events = [anEvent({ startedAt: NOON }), anEvent()];
    const price = { series: aSeries(), points: [aPoint(NOON - HOUR)] };
    const records = events.map((event) => ({ event, ...price }));
    await importRecords(store, records);
    expect(await store.eventsIn(RANGE, {})).toEqual(events.slice(0, 1));
    await store.close();
  });

  test('the commands move what is recorded from one database to another', async () => {
    const [from, to] = [newStoreUrl(), newStoreUrl()];
    const store = await openStore(from);
    await importRecords(store, RECORDS);
    const text = await textOf(store);
    await store.close();
    const range = ['--from', '2026-11-19T12:00:00Z', '--to', '2026-11-21T12:00:00Z'];
    const exported = await command('export', from, ...range);
    expect(exported.stdout).toBe(text);
    expect(exported.stderr).toBe(''); // What is larger says how far it is.
    const folder = newFolder();
    const file = join(folder, 'history.csv');
    await writeFile(file, exported.stdout);
    expect((await command('import', to, file)).stdout).toBe('2503 new points\n');
    expect((await command('import', to, file)).stdout).toBe('0 new points\n');
    await expect(command('export', from, '--from', 'x', '--to', 'y')).rejects.toThrow(/--from/);
    await expect(command('export', newStoreUrl(), ...range)).rejects.toThrow(
      /no database at sqlite:/,
    );
    const none = await command('export', from, ...range, '--league', 'nope');
    expect(none).toMatchObject({ stderr: 'There are no rows.\n' });
    await expect(command('import', to)).rejects.toThrow(/one file/);
    const missing = join(folder, 'none.csv');
    await expect(command('import', to, missing)).rejects.toThrow(`There is no file ${missing}.`);
    const socket = createServer().listen(join(folder, 'socket')); // Is there, and can't be opened.
    const failed = command('import', to, join(folder, 'socket'));
    await expect(failed).rejects.toMatchObject({ stderr: expect.stringMatching(/^ENXIO.*\n$/) });
    socket.close();
  });

  test('a database is said to refuse connections, also at a name with two addresses', async () => {
    const twoAddresses = `data:text/javascript,import dns from 'node:dns';
      dns.lookup = (_name, _options, done) =>
        done(null, ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })));`;
    vi.stubEnv('NODE_OPTIONS', `--import="${twoAddresses.replaceAll(/\s+/g, '%20')}"`);
    const failed = command('import', 'postgres://localhost:9/odds', 'package.json');
    await expect(failed).rejects.toMatchObject({ stderr: 'ECONNREFUSED\n' });
  });
});

const usageOf = (name: string) => `Usage: npm run (-s )?history:${name} -- `;

test.each(['export', 'import'])(
  'the command history:%s says with --help how it is used, with any configuration',
  async (name) => {
    const { stdout, stderr } = await command(name, 'nonsense', '--help');
    expect(stderr).toBe('');
    expect(stdout).toMatch(new RegExp(`^${usageOf(name)}`));
    expect(stdout).toContain('HISTORY_URL');
  },
);

test('a command that is used wrongly says what is wrong, and then how it is used', async () => {
  const failed = command('export', newStoreUrl(), '--form', '2026-11-19');
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^Unknown option.+\n\n${usageOf('export')}`)),
  });
});

describe('a copy of all that is recorded, from one command to the other', () => {
  const newPostgresUrl = sharedPostgres();
  const copied = async (from: string, to: string) => {
    const importing = command('import', to, '-');
    const exporting = command('export', from);
    if (exporting.child.stdout === null || importing.child.stdin === null)
      throw new Error('No pipe.');
    exporting.child.stdout.pipe(importing.child.stdin);
    expect((await exporting).stderr).toBe('');
    return importing;
  };

  test.skipIf(!hasPostgres)('is the same in PostgreSQL, and back in SQLite', async () => {
    const [one, two, three] = [newStoreUrl(), await newPostgresUrl(), newStoreUrl()];
    const store = await openStore(one);
    await importRecords(store, RECORDS);
    const text = await textOf(store);
    await store.close();
    expect(await copied(one, two)).toMatchObject({ stdout: '2503 new points\n', stderr: '' });
    expect(await copied(one, two)).toMatchObject({ stdout: '0 new points\n', stderr: '' });
    await copied(two, three);
    for (const url of [two, three]) {
      const copy = await openStore(url);
      expect(await textOf(copy)).toBe(text);
      await copy.close();
    }
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* from(records: readonly HistoryRecord[]): AsyncGenerator<HistoryRecord> {
  yield* records;
}
