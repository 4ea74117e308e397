import { beforeEach, describe, expect, test } from 'vitest';
import type { ArbitrageOpportunity } from '../../../src/contract/opportunities.ts';
import { KeptFrames } from '../../../src/live/kept-frames.ts';
import { Lane } from '../../../src/live/lane.ts';
import type { LiveFilter } from '../../../src/live/live-filter.ts';
import { OpportunityBoard } from '../../../src/live/opportunity-board.ts';
import {
  type OpportunitiesPayload,
  opportunityLaneShape,
} from '../../../src/live/opportunity-lane.ts';
import type { WireOpportunity } from '../../../src/live/wire-opportunity.ts';
import type { StreamFrame } from '../../../src/upstream/stream-frames.ts';
import { ManualClock } from '../../harness/manual-clock.ts';

type OpportunityLane = Lane<WireOpportunity, OpportunitiesPayload>;

let board: OpportunityBoard;
let lanes: OpportunityLane[];

beforeEach(() => {
  lanes = [];
  board = new OpportunityBoard((entry) => {
    for (const lane of lanes) lane.note(entry);
  });
});

function arb(id: string, books: readonly [string, string], profit = 1): ArbitrageOpportunity {
  return {
    id,
    event_id: 'lakers_celtics',
    event_name: 'Celtics @ Lakers',
    sport: 'basketball',
    league: 'nba',
    market_type: 'moneyline',
    line: null,
    profit_percent: profit,
    implied_total: 0.99,
    is_live: false,
    legs: books.map((sportsbook, i) => ({
      sportsbook,
      selection: i === 0 ? 'home' : 'away',
      odds_american: 110,
      odds_decimal: 2.1,
      implied_probability: 0.476,
      stake_percent: 50,
    })),
    detected_at: '2026-11-21T18:00:00Z',
  };
}

function detect(...data: ArbitrageOpportunity[]): void {
  board.take({ kind: 'arb:detected', data });
}

function expire(...expired: string[]): void {
  board.take({ kind: 'arb:expired', data: { expired } });
}

function laneOf(filter: LiveFilter, minProfitPercent = 0): OpportunityLane {
  const wish = { kinds: [], minEvPercent: 0, minProfitPercent };
  const shape = opportunityLaneShape(filter, wish);
  const lane = new Lane({
    board: board.versions,
    shape,
    clock: new ManualClock(),
    conflateMs: 0,
    cursorAt: String,
    kept: new KeptFrames(),
  });
  lanes.push(lane);
  return lane;
}

/** What is told of all between two places, as ids. */
function told(lane: OpportunityLane, seq = 0) {
  lane.flush();
  const step = lane.stepFrom({ seq, count: null });
  if (step === null || step === 'lost') return step;
  return step.frames
    .flatMap(({ payloads }) => payloads)
    .map((one) =>
      one.__typename === 'OpportunitiesExpired'
        ? { expired: one.ids }
        : { detected: one.opportunities.map(({ id }) => id) },
    );
}

describe('an opportunity that comes again at other books', () => {
  test('is gone for who wanted it at the earlier ones, and there for who wants the new ones', () => {
    const [earlier, later] = [
      ['draftkings', 'fanduel'],
      ['draftkings', 'betmgm'],
    ] as const;
    const lane = laneOf({ sportsbooks: earlier });
    const other = laneOf({ sportsbooks: later });
    const both = laneOf({});
    detect(arb('a', earlier));
    for (const each of lanes) each.flush();
    detect(arb('a', later));
    expect(told(lane, 1)).toEqual([{ expired: ['a'] }]);
    expect(told(other, 1)).toEqual([{ detected: ['a'] }]);
    expect(told(both, 1)).toEqual([{ detected: ['a'] }]);
  });

  test('is so for a reader who comes back later, too', () => {
    detect(arb('a', ['draftkings', 'fanduel']), arb('b', ['draftkings', 'fanduel']));
    const { seq } = board.versions;
    detect(arb('a', ['draftkings', 'betmgm']));
    const lane = laneOf({ sportsbooks: ['draftkings', 'fanduel'] });
    detect(arb('b', ['draftkings', 'fanduel'], 2));
    expect(told(lane, seq)).toEqual([{ detected: ['b'] }, { expired: ['a'] }]);
  });

  test('and back again is there', () => {
    const lane = laneOf({ sportsbooks: ['draftkings', 'fanduel'] });
    detect(arb('a', ['draftkings', 'fanduel']));
    lane.flush();
    detect(arb('a', ['draftkings', 'betmgm']));
    detect(arb('a', ['draftkings', 'fanduel']));
    expect(told(lane, 1)).toEqual([{ detected: ['a'] }]);
    expire('a');
    expect(told(lane, board.versions.seq - 1)).toEqual([{ expired: ['a'] }]);
    expect(board.versions.size).toBe(0);
  });
});

test('one that is told again as it was is no news', () => {
  detect(arb('a', ['draftkings', 'fanduel']));
  const { seq } = board.versions;
  detect(arb('a', ['draftkings', 'fanduel']));
  expect(board.versions.seq).toBe(seq);
});

test('one that falls below what a subscriber wants is over for that one', () => {
  const lane = laneOf({}, 2);
  detect(arb('a', ['draftkings', 'fanduel'], 2));
  expect(told(lane)).toEqual([{ detected: ['a'] }]); // It is just good enough.
  detect(arb('a', ['draftkings', 'fanduel'], 1));
  expect(told(lane, 1)).toEqual([{ expired: ['a'] }]);
});

test('after a reconnect what is not told again is over', () => {
  board.startSnapshot();
  detect(arb('a', ['draftkings', 'fanduel']), arb('b', ['draftkings', 'fanduel']));
  expect(board.isReady).toBe(false);
  board.completeSnapshot();
  expect(board.isReady).toBe(true);
  const { seq } = board.versions;
  const lane = laneOf({});
  board.startSnapshot();
  detect(arb('b', ['draftkings', 'betmgm']), arb('c', ['draftkings', 'fanduel']));
  expire('c');
  detect(arb('d', ['draftkings', 'fanduel']));
  board.completeSnapshot();
  expect(told(lane, seq)).toEqual([{ detected: ['b', 'd'] }, { expired: ['c', 'a'] }]);
});

test('ids are those of their kind: one that another kind has too is another opportunity', () => {
  const lane = laneOf({});
  const middle = { id: 'a', event_id: 'lakers_celtics', sport: 'basketball', league: 'nba' };
  const side = { book: 'draftkings', odds: {} };
  const data = [{ ...middle, market_type: 'moneyline', side1: side, side2: side }];
  detect(arb('a', ['draftkings', 'fanduel']));
  board.take({ kind: 'middles:detected', data } as unknown as StreamFrame);
  expect(board.versions.size).toBe(2);
  lane.flush();
  const { seq } = board.versions;
  board.take({ kind: 'middles:expired', data: { expired: ['a'] } });
  expect(told(lane, seq)).toEqual([{ expired: ['a'] }]);
  expect([...board.versions.entries()].map(({ value }) => value.kind)).toEqual(['arb']);
});
