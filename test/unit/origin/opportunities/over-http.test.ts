import { beforeEach, describe, expect, test } from 'vitest';
import { LowHoldPage } from '../../../../src/contract/routes/low-hold.ts';
import type { Tier } from '../../../../src/contract/tiers.ts';
import { createOpportunityScanners } from '../../../../src/origin/opportunities/opportunity-scanners.ts';
import { createTierViews } from '../../../../src/origin/tier-views.ts';
import { originForEachTest, runOrigin, untilHeartbeat } from '../running-origin.ts';
import { payloads, priced, rowAt, totals } from './small-market.ts';

const PATH = '/opportunities/low_hold';

const made = originForEachTest();

/** Changes a price of a sportsbook on the over or the under. */
const reprice = (book: string, side: string, decimal: number) =>
  made.feed.change(rowAt(made.feed, book, side), priced(decimal));

/** The low holds that the endpoint lists, and those that a stream sends when it is opened. */
const listed = async (query = '') =>
  (await made.origin.api.read(LowHoldPage, `${PATH}?${query}`, { tier: 'sharp' })).data;

async function streamed(query = '') {
  const stream = await made.origin.ready(`/stream?${query}`, 'sharp');
  const opportunities = stream.all('low_hold:detected').flat();
  await stream.close();
  return opportunities;
}

describe('a stream', () => {
  test('sends an arbitrage when it reaches the threshold, and expires it when it falls below', async () => {
    made.feed.offer(totals({ draftkings: [2.01, 1.7], fanduel: [1.7, 2], caesars: [1.87, 1.87] }));
    const stream = await made.origin.ready('/stream?min_profit=2');
    expect(stream.all('arb:detected')).toEqual([]);
    reprice('draftkings', 'over', 2.2);
    const [found] = await stream.until('arb:detected');
    reprice('draftkings', 'over', 2.01);
    expect(await stream.until('arb:expired')).toMatchObject({ expired: [found?.id] });
    made.feed.withdraw([rowAt(made.feed, 'draftkings', 'over')]);
    const later = await untilHeartbeat(made.clock, stream);
    expect(later.map(({ kind }) => kind)).not.toContain('arb:expired');
  });

  test.each([
    'sport=tennis',
    'league=nba',
    'event=other',
    'market=moneyline',
    'sportsbook=draftkings',
  ])('sends neither detection nor expiry of opportunities outside the filter %s', async (query) => {
    made.feed.offer(totals({ draftkings: [2.1, 1.7], fanduel: [1.7, 2.1], caesars: [1.87, 1.87] }));
    const stream = await made.origin.ready(`/stream?min_ev=0&min_profit=0&${query}`);
    reprice('draftkings', 'over', 2.3);
    made.feed.withdraw([...made.feed.board.rows()]);
    await untilHeartbeat(made.clock, stream);
    expect(stream.events.map(({ kind }) => kind).join()).not.toContain('arb:');
  });

  test('sends every change of a price, however small, and nothing for one that is only seen again', async () => {
    made.feed.offer(totals({ pinnacle: [1.95, 1.95], fanduel: [2.1, 1.7] }));
    const stream = await made.origin.ready('/stream', 'sharp');
    reprice('fanduel', 'over', 2.101);
    expect(await stream.until('ev:detected')).toMatchObject([{ odds_decimal: 2.101 }]);
    await untilHeartbeat(made.clock, stream);
    made.feed.change(rowAt(made.feed, 'fanduel', 'over'), { last_seen_at: '2026-11-21T18:00:09Z' });
    expect(await untilHeartbeat(made.clock, stream)).toEqual([]);
  });

  test('sends an arbitrage with the id that it had, and with the time since when it exists', async () => {
    made.feed.offer(totals({ pinnacle: [1.95, 1.95], fanduel: [1.9, 1.8] }));
    const stream = await made.origin.ready('/stream?min_profit=0', 'sharp');
    const pay = async (decimal: number, more: object = {}) => {
      made.clock.advance(5000);
      made.feed.change(rowAt(made.feed, 'fanduel', 'over'), { ...priced(decimal), ...more });
      const [found] = await stream.until('arb:detected');
      return found;
    };
    const first = await pay(2.1);
    const detected_at = new Date(made.clock.now()).toISOString();
    expect(first).toMatchObject({ detected_at, profit_percent: 1.1111 });
    const { id } = first ?? {};
    expect(await pay(2.12)).toMatchObject({ id, detected_at, profit_percent: 1.5725 });
    made.feed.change(rowAt(made.feed, 'fanduel', 'over'), { line: 3.5 });
    expect(await stream.until('arb:expired')).toMatchObject({ expired: [id] });
    const again = await pay(2.2, { line: 2.5 });
    expect(again).toMatchObject({ id, detected_at: new Date(made.clock.now()).toISOString() });
  });

  test.each([
    ['2', 1.945],
    ['2.03', 1.9488],
  ])(
    'sends and expires an EV that drifts across the threshold of %s, however little',
    async (threshold, under) => {
      made.feed.offer(totals({ pinnacle: [1.95, 1.95], fanduel: [2.041, 1.7] }));
      const stream = await made.origin.ready(`/stream?min_ev=${threshold}`, 'sharp');
      const [found] = stream.all('ev:detected').flat();
      expect(found?.ev_percentage).toBe(2.05);
      reprice('pinnacle', 'under', under);
      expect(await stream.until('ev:expired')).toMatchObject({ expired: [found?.id] });
      reprice('pinnacle', 'under', 1.95);
      expect(await stream.until('ev:detected')).toMatchObject([{ id: found?.id }]);
    },
  );

  test('sends low holds up to 5 %', async () => {
    // 1 / 1.9 + 1 / 1.8 is 8.19 % above 1.
    made.feed.offer(totals({ pinnacle: [1.9, 1.8], circa: [1.85, 1.8] }));
    const stream = await made.origin.ready('/stream', 'sharp');
    expect(stream.all('low_hold:detected')).toEqual([]);
    made.feed.offer(totals({ novig: [0, 1.95] }));
    const [low] = await stream.until('low_hold:detected');
    expect(low?.hold_percentage).toBeCloseTo(3.91, 2);
    reprice('novig', 'under', 1.82);
    expect(await stream.until('low_hold:expired')).toEqual({ expired: [low?.id] });
    expect(await listed('max_hold=12')).toMatchObject([{ id: low?.id }]);
  });
});

describe('a search among named sportsbooks', () => {
  const query = 'sportsbook=draftkings,fanduel';

  // The best prices of all books are an arbitrage; those of DraftKings and FanDuel have a hold of 2.56 %.
  beforeEach(() => {
    made.feed.offer(
      totals({
        pinnacle: [1.96, 1.96],
        draftkings: [1.95, 1.85],
        fanduel: [1.8, 1.95],
        betmgm: [2.05, 1.75],
        caesars: [1.75, 2.05],
      }),
    );
  });

  test.each([
    ['the endpoint', listed],
    ['the stream', streamed],
  ])('has the best prices of these at %s', async (_, ask) => {
    expect(await ask()).toEqual([]);
    const found = await ask(query);
    expect(found).toMatchObject([
      {
        hold_percentage: 2.5641,
        all_books: ['draftkings', 'fanduel'],
        side1: { books: ['draftkings'], odds: { decimal: 1.95 } },
        side2: { books: ['fanduel'], odds: { decimal: 1.95 } },
      },
    ]);
    const alone = { all_books: ['pinnacle'], id: found[0]?.id };
    expect(await ask('sportsbook=pinnacle')).toMatchObject([alone]);
  });

  test('follows only their prices', async () => {
    const stream = await made.origin.ready(`/stream?${query}`, 'sharp');
    const [low] = stream.all('low_hold:detected').flat();
    reprice('betmgm', 'over', 2.1);
    reprice('draftkings', 'over', 1.97);
    const [next] = await stream.until('low_hold:detected');
    expect(next).toMatchObject({ id: low?.id, side1: { odds: { decimal: 1.97 } } });
    made.feed.withdraw([rowAt(made.feed, 'draftkings', 'over')]);
    await stream.until('low_hold:expired');
  });

  test('finds +EV bets and middles of sportsbooks that price one side only', async () => {
    made.feed.offer([
      ...totals({ pinnacle: [1.95, 1.95], draftkings: [2.05] }, { line: 44.5 }),
      ...totals({ pinnacle: [2.6, 1.55], fanduel: [0, 1.62] }, { line: 48.5 }),
    ]);
    const stream = await made.origin.ready(`/stream?min_ev=2&${query}`, 'sharp');
    expect(stream.all('ev:detected').flat()).toMatchObject([
      { sportsbook: 'draftkings', selection: 'Over', line: 44.5, ev_percentage: 2.5 },
    ]);
    expect(stream.all('middles:detected').flat()).toMatchObject([
      { side1: { book: 'draftkings', line: 44.5 }, side2: { book: 'fanduel', line: 48.5 } },
    ]);
  });

  test('has deep links of its own arbitrages, also when its stream has ended', async () => {
    made.feed.offer(
      totals(
        { draftkings: [2.04, 1.75], fanduel: [1.75, 2.02], betmgm: [2.1, 1.75] },
        { line: 9.5 },
      ),
    );
    made.feed.offer(totals({ pinnacle: [1.95, 1.95] }, { line: 9.5 }));
    const stream = await made.origin.ready(`/stream?event=game&${query}`, 'sharp');
    const [arbitrage] = stream.all('arb:detected').flat();
    expect(arbitrage?.legs).toMatchObject([
      { sportsbook: 'draftkings' },
      { sportsbook: 'fanduel' },
    ]);
    const statusAt = async (book: string) =>
      (await made.origin.api.call(`/deeplink/${arbitrage?.id}?book=${book}`, { tier: null }))
        .status;
    expect(await statusAt('draftkings')).toBe(302);
    await stream.close();
    const books = ['draftkings', 'fanduel', 'betmgm', 'caesars'];
    expect(await Promise.all(books.map(statusAt))).toEqual([302, 302, 302, 404]);
  });

  test('has the same detected_at in successive answers', async () => {
    const [before] = await listed(query);
    made.clock.advance(60_000);
    made.feed.offer(totals({ bovada: [1.5] }));
    const [after] = await listed(query);
    expect(after?.detected_at).toBe(before?.detected_at);
  });
});

test.each([
  ['one book alone prices both sides', { bovada: [1.95, 1.95] }],
  ['no book prices both sides', { bovada: [1.95], betonline: [0, 1.95] }],
])('a low hold without a fair price has a null fair_probability: %s', async (_, prices) => {
  made.feed.offer(totals(prices));
  const side = { odds: { fair_probability: null } };
  const expected = [{ hold_percentage: 2.5641, side1: side, side2: side }];
  expect(await listed()).toMatchObject(expected);
  expect(await streamed()).toMatchObject(expected);
});

test('tiers that see the same sportsbooks share a scanner, and ids are the same on all tiers', async () => {
  const seenByAll = { draftkings: [1.95, 1.9], fanduel: [1.9, 1.95], betmgm: [1.9, 1.9] };
  made.feed.offer(totals({ ...seenByAll, pinnacle: [1.95, 1.95], circa: [1.96] }));
  const scanners = createOpportunityScanners(
    createTierViews(made.feed.board, made.clock),
    made.clock,
  );
  const at = (tier: Tier) => scanners.acquire(tier).scanner;
  expect(at('enterprise')).toBe(at('sharp'));
  expect(at('hobby')).not.toBe(at('pro'));
  const [atHobby] = payloads(at('hobby'), 'low_hold');
  const [atSharp] = payloads(at('sharp'), 'low_hold');
  expect(atHobby?.id).toBe(atSharp?.id);
  expect(atHobby?.all_books).not.toEqual(atSharp?.all_books);
  scanners.stop();
});

test('an account without the low_hold feature is refused with 403', async () => {
  await made.origin.stop();
  const keys = [{ key: 'without', tier: 'sharp', features: ['streaming'] }] as const;
  made.origin = await runOrigin(made.clock, made.feed, { keys });
  await made.origin.api.refused(403, 'feature_not_available', PATH, { key: 'without' }, [
    'low_hold',
  ]);
});
