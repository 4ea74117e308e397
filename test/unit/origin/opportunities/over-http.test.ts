import { beforeEach, describe, expect, test } from 'vitest';
import { LowHoldPage } from '../../../../src/contract/routes/low-hold.ts';
import { createOpportunityScanners } from '../../../../src/origin/opportunities/opportunity-scanners.ts';
import { createTierViews } from '../../../../src/origin/tier-views.ts';
import { payloads, priced, rowAt, totals } from '../../../harness/feeds/small-market.ts';
import { originForEachTest, runOrigin, untilHeartbeat } from '../running-origin.ts';

const PATH = '/opportunities/low_hold';
const EVEN = [1.95, 1.95];

const made = originForEachTest();

/** Changes a price of a sportsbook on the over or the under. */
const reprice = (book: string, side: string, decimal: number, more: object = {}) =>
  made.feed.change(rowAt(made.feed, book, side), { ...priced(decimal), ...more });

const open = (query = '') => made.origin.ready(`/stream?${query}`, 'sharp');

/** The low holds that the endpoint lists, and those that a stream sends when it is opened. */
const listed = async (query = '') =>
  (await made.origin.api.read(LowHoldPage, `${PATH}?${query}`, { tier: 'sharp' })).data;
const streamed = async (query = '') => (await open(query)).all('low_hold:detected').flat();

describe('a stream', () => {
  test('sends an arbitrage when it reaches the threshold, and expires it when it falls below', async () => {
    made.feed.offer(totals({ draftkings: [2.01, 1.7], fanduel: [1.7, 2], caesars: [1.87, 1.87] }));
    const stream = await open('min_profit=2');
    expect(stream.all('arb:detected')).toEqual([]);
    reprice('draftkings', 'over', 2.2);
    const [found] = await stream.until('arb:detected');
    reprice('draftkings', 'over', 2.01);
    expect(await stream.until('arb:expired')).toMatchObject({ expired: [found?.id] });
    made.feed.withdraw([rowAt(made.feed, 'draftkings', 'over')]);
    const later = await untilHeartbeat(made.clock, stream);
    expect(later.map(({ kind }) => kind)).not.toContain('arb:expired');
  });

  const others = 'sport=tennis league=nba event=other market=moneyline sportsbook=draftkings';
  test.each(others.split(' '))('sends nothing outside the filter %s', async (query) => {
    made.feed.offer(totals({ draftkings: [2.1, 1.7], fanduel: [1.7, 2.1], caesars: [1.87, 1.87] }));
    const stream = await open(`min_ev=0&min_profit=0&${query}`);
    reprice('draftkings', 'over', 2.3);
    made.feed.withdraw([...made.feed.board.rows()]);
    await untilHeartbeat(made.clock, stream);
    expect(stream.events.map(({ kind }) => kind).join()).not.toContain('arb:');
  });

  test('sends every change of a price, however small, and nothing for one that is only seen again', async () => {
    made.feed.offer(totals({ pinnacle: EVEN, fanduel: [2.1, 1.7] }));
    const stream = await open();
    reprice('fanduel', 'over', 2.101);
    expect(await stream.until('ev:detected')).toMatchObject([{ odds_decimal: 2.101 }]);
    await untilHeartbeat(made.clock, stream);
    reprice('fanduel', 'over', 2.101, { last_seen_at: '2026-11-21T18:00:09Z' });
    expect(await untilHeartbeat(made.clock, stream)).toEqual([]);
  });

  test('sends an arbitrage with the id that it had, and with the time since when it exists', async () => {
    made.feed.offer(totals({ pinnacle: EVEN, fanduel: [1.9, 1.8] }));
    const stream = await open('min_profit=0');
    const pay = async (decimal: number, line = 2.5) => {
      made.clock.advance(5000);
      reprice('fanduel', 'over', decimal, { line });
      return (await stream.until('arb:detected'))[0];
    };
    const isoTime = () => new Date(made.clock.now()).toISOString();
    const first = await pay(2.1);
    expect(first).toMatchObject({ detected_at: isoTime(), profit_percent: 1.1111 });
    expect(await pay(2.12)).toMatchObject({
      ...{ id: first?.id, detected_at: first?.detected_at, profit_percent: 1.5725 },
    });
    reprice('fanduel', 'over', 2.12, { line: 3.5 });
    expect(await stream.until('arb:expired')).toMatchObject({ expired: [first?.id] });
    expect(await pay(2.2)).toMatchObject({ id: first?.id, detected_at: isoTime() });
  });

  test('sends and expires an EV that drifts across the threshold, however little', async () => {
    made.feed.offer(totals({ pinnacle: EVEN, fanduel: [2.041, 1.7] }));
    const stream = await open('min_ev=2.03');
    const [found] = stream.all('ev:detected').flat();
    expect(found?.ev_percentage).toBe(2.05);
    reprice('pinnacle', 'under', 1.9488);
    expect(await stream.until('ev:expired')).toMatchObject({ expired: [found?.id] });
    reprice('pinnacle', 'under', 1.95);
    expect(await stream.until('ev:detected')).toMatchObject([{ id: found?.id }]);
  });
});

describe('a search among named sportsbooks', () => {
  const query = 'sportsbook=draftkings,fanduel';

  // The best prices of all books are an arbitrage; those of DraftKings and FanDuel have a hold of 2.56 %.
  beforeEach(() => {
    const atNamed = { draftkings: [1.95, 1.85], fanduel: [1.8, 1.95] };
    const others = { pinnacle: [1.96, 1.96], betmgm: [2.05, 1.75], caesars: [1.75, 2.05] };
    made.feed.offer(totals({ ...atNamed, ...others }));
  });

  test('has the best prices of these, and keeps its time of detection', async () => {
    expect([await listed(), await streamed()]).toEqual([[], []]);
    const [found, ...more] = await listed(query);
    const best = {
      ...{ hold_percentage: 2.5641, all_books: ['draftkings', 'fanduel'] },
      side1: { books: ['draftkings'], odds: { decimal: 1.95 } },
      side2: { books: ['fanduel'], odds: { decimal: 1.95 } },
    };
    expect(more).toEqual([]);
    expect([found, ...(await streamed(query))]).toMatchObject([best, best]);
    const alone = { all_books: ['pinnacle'], id: found?.id };
    expect(await listed('sportsbook=pinnacle')).toMatchObject([alone]);
    made.clock.advance(60_000);
    made.feed.offer(totals({ bovada: [1.5] }));
    expect((await listed(query))[0]?.detected_at).toBe(found?.detected_at);
  });

  test('finds those whose names are recorded in capitals, and measures them by sharp ones in capitals', async () => {
    made.feed.offer(totals({ BetLab: [1.75, 2.3], Pinnacle: [1.6, 2.4] }, { line: 9.5 }));
    expect(await listed('sportsbook=BetLab')).toMatchObject([{ all_books: ['BetLab'] }]);
    const stream = await open('min_ev=1&sportsbook=betlab');
    // By the mean of both sportsbooks, it would be 2.2 %.
    expect(stream.all('ev:detected').flat()).toMatchObject([{ ev_percentage: 5 }]);
  });

  test('follows only their prices', async () => {
    const stream = await open(query);
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
      ...totals({ pinnacle: EVEN, draftkings: [2.05] }, { line: 44.5 }),
      ...totals({ pinnacle: [2.6, 1.55], fanduel: [0, 1.62] }, { line: 48.5 }),
    ]);
    const stream = await open(`min_ev=2&${query}`);
    expect(stream.all('ev:detected').flat()).toMatchObject([
      {
        sportsbook: 'draftkings',
        selection: 'Over',
        line: 44.5,
        ev_percentage: 2.5,
        book_count: 2,
      },
    ]);
    expect(stream.all('middles:detected').flat()).toMatchObject([
      { side1: { book: 'draftkings', line: 44.5 }, side2: { book: 'fanduel', line: 48.5 } },
    ]);
  });

  test('has deep links of its own arbitrages, also when its stream has ended', async () => {
    const quotes = { draftkings: [2.04, 1.75], fanduel: [1.75, 2.02], betmgm: [2.1, 1.75] };
    made.feed.offer(totals({ ...quotes, pinnacle: EVEN }, { line: 9.5 }));
    const stream = await open(`event=game&${query}`);
    const [arbitrage] = stream.all('arb:detected').flat();
    expect(arbitrage?.legs.map((leg) => leg.sportsbook)).toEqual(['draftkings', 'fanduel']);
    const statusAt = async (book: string) => {
      const path = `/deeplink/${arbitrage?.id}?book=${book}`;
      return (await made.origin.api.call(path, { tier: null })).status;
    };
    expect(await statusAt('draftkings')).toBe(302);
    await stream.close();
    const books = ['draftkings', 'fanduel', 'betmgm', 'caesars'];
    expect(await Promise.all(books.map(statusAt))).toEqual([302, 302, 302, 404]);
  });
});

test('a low hold has fair probabilities although one sportsbook or none prices both sides', async () => {
  for (const quotes of [{ bovada: EVEN }, { bovada: [1.95], betonline: [0, 1.95] }]) {
    made.feed.withdraw([...made.feed.board.rows()]);
    made.feed.offer(totals(quotes));
    const side = { odds: { fair_probability: 0.5 } };
    expect(await listed()).toMatchObject([{ hold_percentage: 2.5641, side1: side, side2: side }]);
  }
});

test('tiers that see the same sportsbooks share a scanner, and ids are the same on all tiers', () => {
  const seenByAll = { draftkings: [1.95, 1.9], fanduel: [1.9, 1.95], betmgm: [1.9, 1.9] };
  made.feed.offer(totals({ ...seenByAll, pinnacle: EVEN, circa: [1.96] }));
  const views = createTierViews(made.feed.board, made.clock);
  const scanners = createOpportunityScanners(views, made.clock);
  const [hobby, pro, sharp, highest] = (['hobby', 'pro', 'sharp', 'enterprise'] as const).map(
    (tier) => scanners.acquire(tier).scanner,
  );
  expect([highest === sharp, hobby === pro]).toEqual([true, false]);
  const lows = [hobby, sharp].flatMap((one) => (one ? payloads(one, 'low_hold') : []));
  expect(lows.map(({ all_books: books }) => books.length)).toEqual([2, 3]);
  expect(lows[0]?.id).toBe(lows[1]?.id);
});

test('an account without the low_hold feature is refused with 403', async () => {
  await made.origin.stop();
  const keys = [{ key: 'without', tier: 'sharp', features: ['streaming'] }] as const;
  made.origin = await runOrigin(made.clock, made.feed, { keys });
  const [call, words] = [{ key: 'without' }, ['low_hold']];
  await made.origin.api.refused(403, 'feature_not_available', PATH, call, words);
});
