import { beforeEach, expect, test } from 'vitest';
import type { OpportunityKind } from '../../../../src/contract/opportunities.ts';
import { createOpportunityScanners } from '../../../../src/origin/opportunities/opportunity-scanners.ts';
import { createTierViews } from '../../../../src/origin/tier-views.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { HandMadeFeed } from '../hand-made-feed.ts';
import { american, payloads, smallMarket, total, totals } from './small-market.ts';

let clock: ManualClock;

beforeEach(() => {
  clock = new ManualClock();
});

interface ReportedChange {
  readonly kind: OpportunityKind;
  readonly detected: readonly object[];
  readonly expired: readonly string[];
  readonly at: number;
}

/** A market whose only opportunity is a low hold, and the changes reported from then on. */
function quietMarket() {
  const market = smallMarket(clock, [
    ...totals('pinnacle', 1.95, 1.95),
    ...totals('fanduel', 1.9, 1.8),
  ]);
  const changes: ReportedChange[] = [];
  const release = market.scanner.onChange((change) => {
    const detected = change.detected.map(({ opportunity, event }) =>
      market.scanner.payload({ opportunity, event }),
    );
    changes.push({ ...change, detected });
  });
  return { ...market, changes, release };
}

function priced(decimal: number) {
  return { odds_decimal: decimal, odds_american: american(decimal) };
}

test('reports an opportunity as detected when a price creates it and as expired when a price ends it', () => {
  const { feed, rowAt, changes, open } = quietMarket();
  clock.advance(5000);
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  expect(changes.map(({ kind }) => kind).sort()).toEqual(['arb', 'ev', 'low_hold']);
  const arb = changes.find(({ kind }) => kind === 'arb');
  expect(arb).toMatchObject({
    detected: [{ id: expect.stringMatching(/^[0-9a-f]{16}$/), profit_percent: 1.1111 }],
    expired: [],
    at: clock.now(),
  });
  expect(arb?.detected).toEqual(open('arb'));
  expect(open('arb')[0]?.detected_at).toBe(new Date(clock.now()).toISOString());
  changes.length = 0;
  const id = open('arb')[0]?.id ?? '';
  feed.change(rowAt('fanduel', 'over'), priced(1.9));
  expect(changes.find(({ kind }) => kind === 'arb')).toMatchObject({ detected: [], expired: [id] });
  expect(open('arb')).toEqual([]);
});

test('reports nothing when a price is only seen again', () => {
  const { feed, rowAt, changes } = quietMarket();
  feed.change(rowAt('pinnacle', 'over'), { last_seen_at: '2026-11-21T18:00:09Z' });
  expect(changes).toEqual([]);
});

test('reports an open opportunity again at a new price, with the same id and detection time', () => {
  const { feed, rowAt, changes, open } = quietMarket();
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  const [first] = open('arb');
  changes.length = 0;
  clock.advance(5000);
  feed.change(rowAt('fanduel', 'over'), priced(2.12));
  const [again] = changes.find(({ kind }) => kind === 'arb')?.detected ?? [];
  expect(again).toMatchObject({ id: first?.id, detected_at: first?.detected_at });
  expect(again).not.toMatchObject({ profit_percent: first?.profit_percent });
});

test('an opportunity that reappears has the same id and a new detection time', () => {
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
])('an arbitrage expires when %s', (_what, end) => {
  const market = quietMarket();
  market.feed.change(market.rowAt('fanduel', 'over'), priced(2.1));
  const [arb] = market.open('arb');
  market.changes.length = 0;
  end(market);
  expect(market.open('arb')).toEqual([]);
  expect(market.changes.find(({ kind }) => kind === 'arb')?.expired).toEqual([arb?.id]);
});

test('a listener is not called after its release, nor after the scanner has stopped', () => {
  const { feed, rowAt, changes, release, scanner } = quietMarket();
  release();
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  scanner.onChange((change) => void changes.push(change));
  scanner.stop();
  feed.change(rowAt('fanduel', 'over'), priced(1.9));
  expect(changes).toEqual([]);
});

test('returns the prices of an opportunity by its id', () => {
  const { feed, rowAt, scanner, open } = quietMarket();
  feed.change(rowAt('fanduel', 'over'), priced(2.1));
  const id = open('arb')[0]?.id ?? '';
  expect(scanner.oddsOf(id).map((odds) => odds.id)).toEqual([
    'fanduel-over-2.5',
    'pinnacle-under-2.5',
  ]);
  expect(scanner.oddsOf('0123456789abcdef')).toEqual([]);
});

test('tiers that see the same books share a scanner, and ids are the same on all tiers', () => {
  const feed = new HandMadeFeed(clock);
  feed.offer([
    ...totals('draftkings', 1.95, 1.9),
    ...totals('fanduel', 1.9, 1.95),
    ...totals('betmgm', 1.9, 1.9),
    ...totals('pinnacle', 1.95, 1.95),
    total('circa', 'over', 1.96),
  ]);
  const scanners = createOpportunityScanners(createTierViews(feed.board, clock), clock);
  expect(scanners.acquire('enterprise').scanner).toBe(scanners.acquire('sharp').scanner);
  expect(scanners.acquire('hobby').scanner).not.toBe(scanners.acquire('pro').scanner);
  const [atHobby] = [...payloads(scanners.acquire('hobby').scanner, 'low_hold')];
  const [atSharp] = [...payloads(scanners.acquire('sharp').scanner, 'low_hold')];
  expect(atHobby?.id).toBe(atSharp?.id);
  expect(atHobby?.all_books).not.toEqual(atSharp?.all_books);
  scanners.stop();
});
