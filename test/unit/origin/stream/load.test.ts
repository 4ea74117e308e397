import { expect, test } from 'vitest';
import type { Odds } from '../../../../src/contract/odds/odds.ts';
import { OddsMirror } from '../../../harness/clients/odds-mirror.ts';
import type { SseReader } from '../../../harness/clients/sse-reader.ts';
import { largeSimulation } from '../../../harness/feeds/simulations.ts';
import { ManualClock } from '../../../harness/manual-clock.ts';
import { runOrigin } from '../hand-made-feed.ts';
import { openStream } from './open-stream.ts';

const SECONDS = 25;

const PATHS = [
  ...Array.from({ length: 2 }, () => '/stream?channel=odds'),
  '/stream?channel=all',
  '/stream/odds?sport=basketball,tennis',
];

test("clients of the whole board have the origin's prices after half a minute", async () => {
  const clock = new ManualClock();
  const feed = largeSimulation(clock);
  const origin = await runOrigin(clock, feed);
  try {
    const readers = await Promise.all(PATHS.map((path) => openStream(origin, path)));
    for (let second = 0; second < SECONDS; second++) {
      clock.advance(1000);
      // The first changes happen while snapshots are still being sent.
      await new Promise((resolve) => setImmediate(resolve));
    }
    feed.stop();
    clock.advance(30_000);
    const kinds = new Set<string>();
    const whole = fingerprint([...feed.board.rows()].map(({ odds }) => odds));
    expect(whole.length).toBeGreaterThan(4_000);
    for (const reader of readers.slice(0, -1)) {
      const held = await mirrorOf(reader);
      expect(fingerprint(held)).toEqual(whole);
      for (const { kind } of reader.events) kinds.add(kind);
    }
    const part = await mirrorOf(readers.at(-1) ?? fail());
    const sports = new Set(['basketball', 'tennis']);
    const rows = [...feed.board.rows()].map(({ odds }) => odds);
    expect(fingerprint(part)).toEqual(fingerprint(rows.filter(({ sport }) => sports.has(sport))));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['odds:update', 'odds:removed', 'ev:detected']),
    );
  } finally {
    await origin.stop();
  }
}, 60_000);

/** The client's prices at the first heartbeat, which follows all earlier changes. */
async function mirrorOf(reader: SseReader): Promise<Odds[]> {
  await reader.until('heartbeat');
  const mirror = new OddsMirror();
  for (const event of reader.events) mirror.apply(event);
  return [...mirror.odds.values()];
}

function fingerprint(odds: readonly Odds[]): string[] {
  return odds
    .map((row) =>
      [row.id, row.event_id, row.odds_american, row.odds_decimal, row.line, row.is_live].join(),
    )
    .sort();
}

function fail(): never {
  throw new Error('No stream was opened.');
}
