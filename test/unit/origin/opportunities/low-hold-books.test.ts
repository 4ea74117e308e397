import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LowHoldPage } from '../../../../src/contract/routes/low-hold.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { HandMadeFeed, type RunningOrigin, runOrigin } from '../hand-made-feed.ts';
import { openStream } from '../stream/open-stream.ts';
import { total, totals } from './small-market.ts';

const PATH = '/opportunities/low_hold';

let clock: ManualClock;
let feed: HandMadeFeed;
let origin: RunningOrigin;

beforeEach(async () => {
  clock = new ManualClock();
  feed = new HandMadeFeed(clock);
  origin = await runOrigin(clock, feed);
});

afterEach(() => origin.stop());

const found = async (query = '') =>
  (await origin.api.read(LowHoldPage, `${PATH}?${query}`, { tier: 'sharp' })).data;

async function streamed(query = '') {
  const stream = await openStream(origin, `/stream?${query}`, 'sharp');
  await stream.until('snapshot:complete');
  const opportunities = stream.all('low_hold:detected').flat();
  await stream.close();
  return opportunities;
}

describe('max_hold', () => {
  // 1 / 1.9 + 1 / 1.8 is 8.19 % above 1.
  beforeEach(() => feed.offer([...totals('pinnacle', 1.9, 1.8), ...totals('circa', 1.85, 1.8)]));

  test('streams use a maximum hold of 5: opportunities above it expire, those below it are detected', async () => {
    expect(await streamed()).toEqual([]);
    const stream = await openStream(origin, '/stream', 'sharp');
    await stream.until('snapshot:complete');
    const [row] = feed.offer([total('novig', 'under', 1.95)]);
    const [low] = await stream.until('low_hold:detected');
    expect(low?.hold_percentage).toBeCloseTo(3.91, 2);
    if (row !== undefined) feed.change(row, { odds_decimal: 1.82 });
    expect(await stream.until('low_hold:expired')).toEqual({ expired: [low?.id] });
    expect(await found('max_hold=12')).toMatchObject([{ id: low?.id }]);
  });
});

describe('sportsbook', () => {
  // The best prices of all books are an arbitrage; those of DraftKings and FanDuel have a hold of 2.56 %.
  beforeEach(() =>
    feed.offer([
      ...totals('pinnacle', 1.96, 1.96),
      ...totals('draftkings', 1.95, 1.85),
      ...totals('fanduel', 1.8, 1.95),
      ...totals('betmgm', 2.05, 1.75),
      ...totals('caesars', 1.75, 2.05),
    ]),
  );
  const query = 'sportsbook=draftkings,fanduel';

  test.each([
    ['the endpoint', found],
    ['the stream', streamed],
  ])('sportsbook names the books among which %s searches', async (_, ask) => {
    expect(await ask()).toEqual([]);
    const [low, ...others] = await ask(query);
    expect(others).toEqual([]);
    expect(low).toMatchObject({
      hold_percentage: 2.5641,
      all_books: ['draftkings', 'fanduel'],
      side1: { books: ['draftkings'], odds: { decimal: 1.95 } },
      side2: { books: ['fanduel'], odds: { decimal: 1.95 } },
    });
    expect(await ask('sportsbook=pinnacle')).toMatchObject([{ all_books: ['pinnacle'] }]);
    expect((await ask('sportsbook=pinnacle'))[0]?.id).toBe(low?.id);
  });

  test('a stream that names sportsbooks follows only their prices', async () => {
    const stream = await openStream(origin, `/stream?${query}`, 'sharp');
    await stream.until('snapshot:complete');
    const [low] = stream.all('low_hold:detected').flat();
    const rows = [...feed.board.rows()];
    const rowOf = (book: string) => {
      const row = rows.find(({ odds }) => odds.sportsbook === book);
      if (row === undefined) throw new Error(`${book} has no price.`);
      return row;
    };
    feed.change(rowOf('betmgm'), { odds_decimal: 2.1 });
    feed.change(rowOf('draftkings'), { odds_decimal: 1.97 });
    const [next] = await stream.until('low_hold:detected');
    expect(next).toMatchObject({ id: low?.id, side1: { odds: { decimal: 1.97 } } });
    feed.withdraw([rowOf('draftkings')]);
    await stream.until('low_hold:expired');
  });

  test('detected_at is the same in successive answers to one search', async () => {
    const [before] = await found(query);
    clock.advance(60_000);
    feed.offer([total('bovada', 'over', 1.5)]);
    const [after] = await found(query);
    expect(after?.detected_at).toBe(before?.detected_at);
  });
});

test.each([
  ['one book alone prices both sides', totals('bovada', 1.95, 1.95)],
  ['no book prices both sides', [total('bovada', 'over', 1.95), total('betonline', 'under', 1.95)]],
])('a low hold without a fair price has a null fair_probability: %s', async (_, prices) => {
  feed.offer(prices);
  for (const low of [...(await found()), ...(await streamed())]) {
    expect(low).toMatchObject({
      hold_percentage: 2.5641,
      side1: { odds: { fair_probability: null } },
      side2: { odds: { fair_probability: null } },
    });
  }
  expect(await found()).toHaveLength(1);
  expect(await streamed()).toHaveLength(1);
});

test('an account without the low_hold feature is refused with 403', async () => {
  await origin.stop();
  const keys = [{ key: 'without', tier: 'sharp', features: ['streaming'] }] as const;
  origin = await runOrigin(clock, feed, { keys });
  await origin.api.refused(403, 'feature_not_available', PATH, { key: 'without' }, ['low_hold']);
});
