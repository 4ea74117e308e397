import fc from 'fast-check';
import { test } from 'vitest';
import type { Odds as Row } from '../../src/contract/odds/odds.ts';
import type { BoardRow } from '../../src/origin/origin-board.ts';
import { price } from '../harness/feeds/hand-made-feed.ts';
import { runs } from '../harness/property-runs.ts';
import { until } from '../harness/until.ts';
import { KEY, startGame } from './live-game.ts';

type Step = {
  readonly does: 'offer' | 'withdraw' | 'move' | 'leave' | 'pause';
  readonly row: number;
};

const ROWS = 6;
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('offer', 'withdraw', 'move', 'leave', 'pause'),
  row: fc.nat({ max: ROWS - 1 }),
});

test('a store ends with the prices that the odds service has, whatever happens', async () => {
  const { game, graph, client } = await startGame();
  const rows = new Map<number, BoardRow>();
  let moves = 0;
  const rowOf = (index: number): Row => {
    moves += 1;
    const line = -1 - (moves % 4) / 2;
    const moved = { odds_american: 100 + moves, odds_decimal: 2 + moves / 100, line };
    return price({
      id: `row_${index}`,
      market_type: 'point_spread',
      selection: `Team ${index}`,
      ...moved,
    });
  };
  const expected = async () => {
    const { data } = await graph.rest<{ data: Row[] }>('/odds?limit=200', KEY);
    return data.map(({ id, odds_american, line }) => `${id} ${odds_american} ${line}`).sort();
  };
  const untilOver = (condition: () => boolean) =>
    until(() => {
      graph.clock.advance(100); // Updates wait for their interval, and the server for its stream.
      return condition();
    });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const store = client.liveOdds();
      let stop = store.subscribe(() => {});
      await untilOver(() => store.state === 'live');
      for (const { does, row } of steps) {
        const known = rows.get(row);
        if (does === 'offer' && !known) {
          const [offered] = game.feed.offer([rowOf(row)], []);
          if (offered) rows.set(row, offered);
        } else if (does === 'move' && known) {
          rows.set(row, game.feed.change(known, rowOf(row)));
        } else if (does === 'withdraw' && known) {
          game.feed.withdraw([known]);
          rows.delete(row);
        } else if (does === 'leave') {
          stop();
          stop = store.subscribe(() => {});
        } else if (does === 'pause') {
          await new Promise(setImmediate);
        }
      }
      const wanted = (await expected()).join('\n');
      const held = () =>
        Array.from(store.getSnapshot().values())
          .map(({ id, line, price: { american } }) => `${id} ${american} ${line}`)
          .sort()
          .join('\n');
      await untilOver(() => held() === wanted);
      stop();
    }),
    { numRuns: runs(15) },
  );
});
