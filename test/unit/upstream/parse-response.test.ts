import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Scheduler } from '../../../src/scheduling/scheduler.ts';
import { parseInPieces } from '../../../src/upstream/parse-response.ts';
import { runs } from '../../harness/property-runs.ts';
import { answer } from '../../harness/servers/faults.ts';
import { callerWith, planUpstream, readAnything, things } from './planned-upstream.ts';

/** The parsed value, and how many pieces the text was parsed in. */
function parsed(text: string, pieceCharacters: number): { value: unknown; pieces: number } {
  const parsing = parseInPieces(text, pieceCharacters);
  for (let pieces = 1; ; pieces += 1) {
    const { done, value } = parsing.next();
    if (done) return { value, pieces };
  }
}

function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    return (error as Error).name;
  }
}

describe('a text that is parsed in pieces', () => {
  const pieceCharacters = fc.integer({ min: 0, max: 20 });

  /** Many of these have a list at the depth at which lists are divided. */
  const json = fc
    .tuple(
      fc.oneof(
        fc.json({ maxDepth: 8 }).map((text): unknown => JSON.parse(text)),
        fc.array(fc.array(fc.array(fc.jsonValue()))),
        fc.record({ data: fc.record({ events: fc.array(fc.jsonValue()) }), meta: fc.jsonValue() }),
      ),
      fc.constantFrom(0, 1, '\t', ' \r\n'),
    )
    .map(([value, indent]) => JSON.stringify(value, null, indent));

  test('has the same value as one parsed at once, for any size of the pieces', () => {
    fc.assert(
      fc.property(json, pieceCharacters, (text, characters) => {
        expect(parsed(text, characters).value).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: runs(200) },
    );
  });

  test('is refused exactly if JSON.parse refuses it', () => {
    const tokens = ['{', '}', '[', ']', ',', ':', '"a"', '"', '\\', '1', '-', 'null', 'x', ' '];
    const token = fc.constantFrom(...tokens, '"__proto__":', '[[[', '{"a":{"b":[');
    const broken = fc.array(token, { maxLength: 12 }).map((several) => several.join(''));
    const cut = fc
      .tuple(json, fc.nat(), token)
      .map(
        ([text, at, other]) =>
          text.slice(0, at % text.length) + other + text.slice((at % text.length) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(broken, cut), pieceCharacters, (text, characters) => {
        expect(outcome(() => parsed(text, characters).value)).toStrictEqual(
          outcome(() => JSON.parse(text)),
        );
      }),
      { numRuns: runs(800) },
    );
  });

  const events = ['', ',1', '1,', '1,,2', '1', '1,2]', '[1', '1}'];
  test.each([...events.map((list) => `{"a":{"b":[${list}]}}`), '', '['])(
    'is read as by JSON.parse: %s',
    (text) => {
      expect(outcome(() => parsed(text, 0).value)).toStrictEqual(outcome(() => JSON.parse(text)));
    },
  );

  test('may be nested deeply', () => {
    const [deep, expected] = ['['.repeat(100_000), ']'.repeat(100_000)];
    expect(outcome(() => parsed(deep + expected, 1_000) && 'parsed')).toEqual({ value: 'parsed' });
  });
});

let turns = 0;
let onTurn = () => {};
let scheduler: Scheduler;
const planned = planUpstream((clock) => {
  turns = 0;
  onTurn = () => {};
  scheduler = new (class extends Scheduler {
    override turn(account: string, owner: object): Promise<void> {
      turns += 1;
      onTurn();
      return super.turn(account, owner);
    }
  })(clock);
  return { retries: 0, scheduler };
});

const row = { id: 1, selection: 'Boston "Celtics"', line: 1.5 };
const ROWS = Array.from({ length: 1_000 }, () => row);
const BATCH = { data: { events: Array.from({ length: 60 }, () => ({ odds: ROWS })) }, meta: {} };
const CHARACTERS = JSON.stringify(BATCH).length;

function read(freshForMs = 0, number = 1): Promise<unknown> {
  const route = things(freshForMs);
  return planned.upstream.call(route, callerWith(), { query: { number } }, readAnything);
}

test('a large batch is parsed in pieces of some 300,000 characters', async () => {
  planned.proxy.spoil('GET /things', answer(200, BATCH));
  expect(await read()).toEqual(BATCH);
  expect(turns).toBeGreaterThan(CHARACTERS / (2 ** 18 + CHARACTERS / 60));
});

test('a small response is parsed at once', async () => {
  planned.proxy.spoil('GET /things', answer(200, { data: ROWS }));
  await read();
  expect(turns).toBe(0);
});

test('responses of medium size that arrive together are parsed in a turn each', async () => {
  planned.proxy.spoil('GET /things', answer(200, { data: [...ROWS, ...ROWS] }));
  await Promise.all(Array.from({ length: 8 }, () => read()));
  expect(turns).toBe(1); // They share one request.
  await Promise.all(Array.from({ length: 8 }, (_, i) => read(0, i)));
  expect(turns).toBe(1 + 8);
});

test('everyone who reads a large response shares one parsing of it', async () => {
  planned.proxy.spoil('GET /things', answer(200, BATCH));
  const [first] = await Promise.all(Array.from({ length: 16 }, () => read(60_000)));
  const once = turns;
  await new Promise((resolve) => setImmediate(resolve));
  const later = await Promise.all(Array.from({ length: 16 }, () => read(60_000)));
  expect(new Set(later).size).toBe(1);
  expect(later[0]).toEqual(first);
  expect(turns).toBe(2 * once); // Once when it arrived, and once more for those who came later.
});

test('updates that come while a piece is parsed run before the next one', async () => {
  planned.proxy.spoil('GET /things', answer(200, BATCH));
  let updates = 0;
  const updatesAtTurn: number[] = [];
  onTurn = () => {
    updatesAtTurn.push(updates);
    scheduler.add('bob', scheduler, () => (updates += 1), 'update');
  };
  await read();
  expect(updatesAtTurn).toEqual(Array.from({ length: turns }, (_, turn) => turn));
});

test('a large response that is not JSON is reported as any other', async () => {
  const broken = `${JSON.stringify(BATCH).slice(0, -2)},]}`;
  planned.proxy.spoil('GET /things', ({ response }) => void response.end(broken));
  await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID_RESPONSE' });
});
