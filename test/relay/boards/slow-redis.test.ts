import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/scheduling/clock.ts';
import { oddsRow } from '../../harness/odds-rows.ts';
import { hasRedis } from '../../harness/programs/redis.ts';
import { until } from '../../harness/until.ts';
import { BoardReplicas, ROWS, snapshot, subscribe } from './board-replicas.ts';

let boards: BoardReplicas;

beforeEach(async () => {
  if (hasRedis) boards = await BoardReplicas.open();
});
afterEach(() => boards?.stop());

test.skipIf(!hasRedis)(
  'while Redis is slow, a leader answers no query from a board whose stream is being reopened',
  { timeout: 60_000 },
  async () => {
    const { upstream } = boards;
    upstream.listed = ROWS;
    const leader = await boards.start(systemClock);
    const client = await subscribe(leader);
    await snapshot(client);
    let first = 50;
    const prices = async () => {
      first += 1; // A query that was not asked before.
      const query = `{ odds(first: ${first}, filter: { leagues: ["nba"] }) { nodes { price { american } } } }`;
      return (await leader.ask(query)).data.odds?.nodes.map(({ price }) => price.american);
    };
    const before = await prices(); // Upstream's answer says that the account's data is not delayed.
    const lists = upstream.lists.length;
    await prices();
    expect(upstream.lists).toHaveLength(lists); // It was answered from the board.
    upstream.listed = [0, 1, 2].map((i) => oddsRow(i, 7));
    upstream.onStream = (stream) => {
      stream.connected(); // Its snapshot takes long.
      stream.send('heartbeat', { timestamp: '2026-11-21T18:00:00Z' });
    };
    await boards.command(['CLIENT', 'PAUSE', '3000', 'WRITE']);
    (await upstream.stream(1)).cut();
    await until(() => upstream.streams.length === 2);
    const after = await prices();
    expect(upstream.lists.length).toBeGreaterThan(lists);
    expect(after).not.toEqual(before);
    client.close();
  },
);
