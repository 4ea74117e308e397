import { beforeEach, expect, test } from 'vitest';
import type { OpportunityKind } from '../../../../src/contract/opportunities.ts';
import { createOpportunityScanners } from '../../../../src/origin/opportunities/opportunity-scanners.ts';
import { createTierViews } from '../../../../src/origin/tier-views.ts';
import { HandMadeFeed } from '../../../harness/feeds/hand-made-feed.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { payloads, priced, smallMarket, spreads, totals } from './small-market.ts';

interface ReportedChange {
  readonly kind: OpportunityKind;
  readonly detected: readonly object[];
  readonly expired: readonly string[];
  readonly at: number;
}

let clock: ManualClock;
/** A market whose only opportunity is a low hold, until FanDuel pays more for the over. */
let market: ReturnType<typeof smallMarket>;
/** What is reported from then on. */
let changes: ReportedChange[];
let release: () => void;

const pay = (decimal: number) => market.reprice('fanduel', 'over', priced(decimal));
const reported = (kind: OpportunityKind) => changes.find((change) => change.kind === kind);
const arbitrage = () => market.open('arb')[0];

beforeEach(() => {
  clock = new ManualClock();
  market = smallMarket(clock, totals({ pinnacle: [1.95, 1.95], fanduel: [1.9, 1.8] }));
  changes = [];
  release = market.scanner.onChange((change) => {
    const detected = change.detected.map((found) => market.scanner.payload(found));
    changes.push({ ...change, detected });
  });
});

test('an arbitrage is detected when a price makes it, and expires when the price moves away', () => {
  clock.advance(5000);
  pay(2.1);
  expect(changes.map(({ kind }) => kind).sort()).toEqual(['arb', 'ev', 'low_hold']);
  const { id = '', detected_at } = arbitrage() ?? {};
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(detected_at).toBe(new Date(clock.now()).toISOString());
  const detected = [{ id, profit_percent: 1.1111 }];
  expect(reported('arb')).toMatchObject({ detected, expired: [], at: clock.now() });
  changes.length = 0;
  market.reprice('fanduel', 'over', { line: 3.5 });
  expect(market.open('arb')).toEqual([]);
  expect(reported('arb')).toMatchObject({ detected: [], expired: [id] });
});

test('an arbitrage of two sides expires while a third one has a price', () => {
  const { feed, open } = smallMarket(
    clock,
    spreads(-1, { pinnacle: [1.95, 1.95], betmgm: [0, 2.15] }),
  );
  const draw = feed.offer(
    spreads(-1, { bwin: [4.5] }, { selection: 'draw', selection_type: 'draw' }),
  );
  expect(open('arb')).toEqual([]);
  feed.withdraw(draw);
  expect(open('arb')).toHaveLength(1);
});

test('nothing is reported when a price is only seen again', () => {
  market.reprice('pinnacle', 'over', { last_seen_at: '2026-11-21T18:00:09Z' });
  expect(changes).toEqual([]);
});

test('an open opportunity is reported again at a new price, with the same id and detection time', () => {
  pay(2.1);
  const { id, detected_at } = arbitrage() ?? {};
  changes.length = 0;
  clock.advance(5000);
  pay(2.12);
  expect(reported('arb')?.detected).toMatchObject([{ id, detected_at, profit_percent: 1.5725 }]);
});

test('an opportunity that reappears has the same id and a new detection time', () => {
  pay(2.1);
  const first = arbitrage();
  pay(1.9);
  clock.advance(5000);
  pay(2.1);
  expect(arbitrage()?.id).toBe(first?.id);
  expect(arbitrage()?.detected_at).not.toBe(first?.detected_at);
});

test('a listener is not called after its release, nor after the scanner has stopped', () => {
  release();
  pay(2.1);
  market.scanner.onChange((change) => void changes.push({ ...change, detected: [] }));
  market.scanner.stop();
  pay(1.9);
  expect(changes).toEqual([]);
});

test('tiers that see the same books share a scanner, and ids are the same on all tiers', () => {
  const feed = new HandMadeFeed(clock);
  const seenByAll = { draftkings: [1.95, 1.9], fanduel: [1.9, 1.95], betmgm: [1.9, 1.9] };
  feed.offer(totals({ ...seenByAll, pinnacle: [1.95, 1.95], circa: [1.96] }));
  const scanners = createOpportunityScanners(createTierViews(feed.board, clock), clock);
  expect(scanners.acquire('enterprise').scanner).toBe(scanners.acquire('sharp').scanner);
  expect(scanners.acquire('hobby').scanner).not.toBe(scanners.acquire('pro').scanner);
  const [atHobby] = payloads(scanners.acquire('hobby').scanner, 'low_hold');
  const [atSharp] = payloads(scanners.acquire('sharp').scanner, 'low_hold');
  expect(atHobby?.id).toBe(atSharp?.id);
  expect(atHobby?.all_books).not.toEqual(atSharp?.all_books);
  scanners.stop();
});
