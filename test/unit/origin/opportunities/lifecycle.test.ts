import { beforeEach, expect, test } from 'vitest';
import type { OpportunityKind } from '../../../../src/contract/opportunities.ts';
import { createOpportunityBoards } from '../../../../src/origin/opportunities/opportunity-scanners.ts';
import { createTierViews } from '../../../../src/origin/tier-views.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { HandMadeFeed } from '../hand-made-feed.ts';
import { american, smallMarket, total, totals } from './small-market.ts';

let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
});

interface Told {
  readonly kind: OpportunityKind;
  readonly detected: readonly object[];
  readonly expired: readonly string[];
  readonly at: number;
}

/** A market with nothing to find but a low hold, and all that is told of it from now on. */
function quietMarket() {
  const market = smallMarket(clock, [
    ...totals('pinnacle', 1.95, 1.95),
    ...totals('fanduel', 1.9, 1.8),
  ]);
  const told: Told[] = [];
  const release = market.board.onChange((change) => void told.push(change));
  return { ...market, told, release };
}

function priced(decimal: number) {
  return { odds_decimal: decimal, odds_american: american(decimal) };
}

test('an opportunity is told when a price makes it, and told over when a price ends it', () => {
  const { feed, rowAt, told, open } = quietMarket();
  clock.advance(5000);
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  expect(told.map(({ kind }) => kind).sort()).toEqual(['arb', 'ev', 'low_hold']);
  const arb = told.find(({ kind }) => kind === 'arb');
  expect(arb).toMatchObject({
    detected: [{ id: expect.stringMatching(/^[0-9a-f]{16}$/), profit_percent: 1.1111 }],
    expired: [],
    at: clock.now(),
  });
  expect(arb?.detected).toEqual(open('arb'));
  expect(open('arb')[0]?.detected_at).toBe(new Date(clock.now()).toISOString());
  told.length = 0;
  const id = open('arb')[0]?.id ?? '';
  feed.change(rowAt('fanduel', 'over'), priced(1.9));
  expect(told.find(({ kind }) => kind === 'arb')).toMatchObject({ detected: [], expired: [id] });
  expect(open('arb')).toEqual([]);
});

test('a price that is merely seen again is no news', () => {
  const { feed, rowAt, told } = quietMarket();
  feed.change(rowAt('pinnacle', 'over'), { last_seen_at: '2026-11-21T18:00:09Z' });
  expect(told).toEqual([]);
});

test('an opportunity at a new price is told again under its id, with the time of its detection', () => {
  const { feed, rowAt, told, open } = quietMarket();
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  const [first] = open('arb');
  told.length = 0;
  clock.advance(5000);
  feed.change(rowAt('fanduel', 'over'), priced(2.12));
  const [again] = told.find(({ kind }) => kind === 'arb')?.detected ?? [];
  expect(again).toMatchObject({ id: first?.id, detected_at: first?.detected_at });
  expect(again).not.toMatchObject({ profit_percent: first?.profit_percent });
});

test('an opportunity that comes back has its id again, and a new time of detection', () => {
  const { feed, rowAt, open } = quietMarket();
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  const [first] = open('arb');
  feed.change(rowAt('fanduel', 'over'), priced(1.9));
  clock.advance(5000);
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  expect(open('arb')[0]?.id).toBe(first?.id);
  expect(open('arb')[0]?.detected_at).not.toBe(first?.detected_at);
});

test.each([
  [
    'its price is withdrawn',
    (market: ReturnType<typeof quietMarket>) =>
      market.feed.withdraw([market.rowAt('fanduel', 'over')]),
  ],
  [
    'its line moves away',
    (market: ReturnType<typeof quietMarket>) =>
      market.feed.change(market.rowAt('fanduel', 'over'), { line: 3.5 }),
  ],
  ['its event ends', (market: ReturnType<typeof quietMarket>) => market.feed.end(['game'])],
])('an arbitrage is over when %s', (_what, end) => {
  const market = quietMarket();
  market.feed.change(market.rowAt('fanduel', 'over'), priced(2.1));
  const [arb] = market.open('arb');
  market.told.length = 0;
  end(market);
  expect(market.open('arb')).toEqual([]);
  expect(market.told.find(({ kind }) => kind === 'arb')?.expired).toEqual([arb?.id]);
});

test('a released listener is told nothing more, nor is one after a stop', () => {
  const { feed, rowAt, told, release, board } = quietMarket();
  release();
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  board.onChange((change) => void told.push(change));
  board.stop();
  feed.change(rowAt('fanduel', 'over'), priced(1.9));
  expect(told).toEqual([]);
});

test('the prices behind an opportunity are found by its id', () => {
  const { feed, rowAt, board, open } = quietMarket();
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  const id = open('arb')[0]?.id ?? '';
  expect(board.oddsOf(id).map((odds) => odds.id)).toEqual([
    'fanduel-over-2.5',
    'pinnacle-under-2.5',
  ]);
  expect(board.oddsOf('0123456789abcdef')).toEqual([]);
});

test('tiers that see the same books share their opportunities, and an id is the same on all tiers', () => {
  const feed = new HandMadeFeed(clock);
  feed.offer([
    ...totals('draftkings', 1.95, 1.9),
    ...totals('fanduel', 1.9, 1.95),
    ...totals('betmgm', 1.9, 1.9),
    ...totals('pinnacle', 1.95, 1.95),
    total('circa', 'over', 1.96),
  ]);
  const boards = createOpportunityBoards(createTierViews(feed.board, clock), clock);
  expect(boards.lend('enterprise').board).toBe(boards.lend('sharp').board);
  expect(boards.lend('hobby').board).not.toBe(boards.lend('pro').board);
  const [atHobby] = [...boards.lend('hobby').board.open('low_hold')];
  const [atSharp] = [...boards.lend('sharp').board.open('low_hold')];
  expect(atHobby?.id).toBe(atSharp?.id);
  expect(atHobby?.all_books).not.toEqual(atSharp?.all_books);
  boards.stop();
});
