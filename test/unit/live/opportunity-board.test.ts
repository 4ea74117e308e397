import { beforeEach, expect, test } from 'vitest';
import type { ArbitrageOpportunity } from '../../../src/contract/opportunities.ts';
import type { LiveFilter } from '../../../src/live/board/live-filter.ts';
import { OpportunityBoard } from '../../../src/live/board/opportunity-board.ts';
import type { WireOpportunity } from '../../../src/live/board/wire-opportunity.ts';
import { newBatchCache } from '../../../src/live/topics/batch-cache.ts';
import {
  type OpportunitiesPayload,
  opportunityProjection,
} from '../../../src/live/topics/opportunity-projection.ts';
import { Topic } from '../../../src/live/topics/topic.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';
import { ManualClock } from '../../harness/manual-clock.ts';
import { arbOpportunity } from '../../harness/odds-rows.ts';

type OpportunityTopic = Topic<WireOpportunity, OpportunitiesPayload>;

let board: OpportunityBoard;
let topics: OpportunityTopic[];

beforeEach(() => {
  topics = [];
  board = new OpportunityBoard();
  board.onChange((entry) => {
    for (const topic of topics) topic.recordIfMatching(entry);
  });
});

function arb(id: string, [home, away]: readonly [string, string], profit_percent = 1) {
  const legs = [['home', home] as const, ['away', away] as const];
  return arbOpportunity(legs, { id, event_id: 'lakers_celtics', profit_percent });
}

function detect(...data: ArbitrageOpportunity[]): void {
  board.applyFrame({ kind: 'arb:detected', data });
}

function expire(...expired: string[]): void {
  board.applyFrame({ kind: 'arb:expired', data: { expired } });
}

test('of thousands that have expired, it remembers the latest alone', () => {
  for (let i = 0; i < 2_100; i += 1) {
    detect(arb(`arb_${i}`, ['draftkings', 'fanduel']));
    expire(`arb_${i}`);
  }
  const { version } = board.rows;
  expect(board.rows.remembers(version - 3_000)).toBe(true);
  expect(board.rows.remembers(0)).toBe(false);
  expect(board.rows.changesSince(0, () => true).removed).toHaveLength(2_000);
});

function topicFor(filter: LiveFilter, minProfitPercent = 0): OpportunityTopic {
  const spec = { kinds: [], minEvPercent: 0, minProfitPercent };
  const projection = opportunityProjection(filter, spec);
  const topic = new Topic({
    board: board.rows,
    projection,
    clock: new ManualClock(),
    throttleMs: 0,
    cursors: { encode: String, decode: Number },
    batchCache: newBatchCache(),
  });
  topics.push(topic);
  return topic;
}

/** The ids in the events from a version to the newest one. */
function eventsSince(topic: OpportunityTopic, version = 0) {
  topic.flush();
  const next = topic.batchFrom({ version, count: null });
  if (typeof next === 'string') return next;
  return next.chunks
    .flatMap(({ payloads }) => payloads)
    .map((one) =>
      one.__typename === 'OpportunitiesExpired'
        ? { expired: one.ids }
        : { detected: one.opportunities.map(({ id }) => id) },
    );
}

test('an opportunity that moves to other sportsbooks expires for subscribers of the earlier sportsbooks and is detected for those of the new ones', () => {
  const [earlier, later] = [
    ['draftkings', 'fanduel'],
    ['draftkings', 'betmgm'],
  ] as const;
  const topic = topicFor({ sportsbooks: earlier });
  const other = topicFor({ sportsbooks: later });
  const both = topicFor({});
  detect(arb('a', earlier));
  for (const each of topics) each.flush();
  detect(arb('a', later));
  expect(eventsSince(topic, 1)).toEqual([{ expired: ['a'] }]);
  expect(eventsSince(other, 1)).toEqual([{ detected: ['a'] }]);
  expect(eventsSince(both, 1)).toEqual([{ detected: ['a'] }]);
  expire('a');
  expect(eventsSince(both, 1)).toEqual([{ expired: ['a'] }]);
});

test('an opportunity that falls below a subscriber’s minimum expires for that subscriber', () => {
  const topic = topicFor({}, 2);
  detect(arb('a', ['draftkings', 'fanduel'], 2));
  expect(eventsSince(topic)).toEqual([{ detected: ['a'] }]); // It exactly meets the minimum.
  detect(arb('a', ['draftkings', 'fanduel'], 1));
  expect(eventsSince(topic, 1)).toEqual([{ expired: ['a'] }]);
});

test('equal ids of different kinds are different opportunities', () => {
  const topic = topicFor({});
  const middle = { id: 'a', event_id: 'lakers_celtics', sport: 'basketball', league: 'nba' };
  const side = { book: 'draftkings', odds: {} };
  const data = [{ ...middle, market_type: 'moneyline', side1: side, side2: side }];
  detect(arb('a', ['draftkings', 'fanduel']));
  // A middle with the fields alone that boards read.
  board.applyFrame({ kind: 'middles:detected', data } as unknown as StreamFrame);
  expect(board.rows.size).toBe(2);
  topic.flush();
  const { version } = board.rows;
  board.applyFrame({ kind: 'middles:expired', data: { expired: ['a'] } });
  expect(eventsSince(topic, version)).toEqual([{ expired: ['a'] }]);
  expect([...board.rows.entries()].map(({ value }) => value.kind)).toEqual(['arb']);
});
