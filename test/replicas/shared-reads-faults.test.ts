import { describe, expect, test } from 'vitest';
import { sharedReplicas } from '../harness/hooks/shared-replicas.ts';
import { hasRedis } from '../harness/programs/redis.ts';
import { asking, type Replica } from '../harness/servers/replicas.ts';
import { until, untilDelivered } from '../harness/until.ts';

const SPORTSBOOKS = '{ sportsbooks { id name } }';
const EVENTS = '{ events(first: 3) { nodes { id name } } }';
const ODDS = '{ odds(first: 5, filter: { leagues: ["nfl"] }) { nodes { id } } }';
const TIER = '{ viewer { tier } }';

const replicas = await sharedReplicas();

/** Lets one replica read what upstream holds back, and another one wait for it. */
async function waitingForAnother(first: Replica, second: Replica) {
  const held = await replicas.held(first, SPORTSBOOKS, 'GET /sportsbooks');
  return { held, waiting: await replicas.waiting(second, SPORTSBOOKS) };
}

describe.skipIf(!hasRedis)('reads', { timeout: 60_000 }, () => {
  test('wait 20 ms for a frozen Redis, and then less and less often', async () => {
    const [replica] = await replicas.startAll(1);
    replicas.redis.signal('SIGSTOP');
    const asked = await asking(replica, SPORTSBOOKS);
    replica.clock.advance(19);
    expect(replicas.proxy.counts).toEqual({});
    replica.clock.advance(1);
    expect((await asked.reply).errors).toEqual([]);
    for (const [i, pauseMs] of [100, 200].entries()) {
      replica.clock.advance(pauseMs - 1);
      expect((await replica.ask(`{ odds(first: ${10 + i}) { totalCount } }`)).errors).toEqual([]);
      replica.clock.advance(1);
      const late = await asking(replica, `{ odds(first: ${20 + i}) { totalCount } }`);
      replica.clock.advance(20);
      expect((await late.reply).errors).toEqual([]);
    }
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 1, 'GET /odds': 4 });
    expect(replica.log().match(/"reads are not shared: Redis fails"/g)).toHaveLength(1);

    replicas.redis.signal('SIGCONT');
    const other = await replicas.start();
    // The late look-up has claimed this, and given it up.
    expect((await other.ask(SPORTSBOOKS)).errors).toEqual([]);
    let queries = 0;
    await until(async () => {
      replica.clock.advance(1_600);
      queries += 1;
      await replica.ask(`{ odds(first: ${queries}) { totalCount } }`);
      return replica.log().includes('reads are shared over Redis again');
    });
    replicas.proxy.reset();
    for (const one of [replica, other]) await one.ask(ODDS);
    expect(replicas.proxy.counts).toEqual({ 'GET /odds': 1 });
  });

  test('that wait for another replica ask upstream at once when Redis freezes', async () => {
    const [first, second] = await replicas.startAll(2);
    const { held, waiting } = await waitingForAnother(first, second);
    replicas.redis.signal('SIGSTOP');
    second.clock.advance(20); // It looks whether the other one still reads.
    await untilDelivered();
    second.clock.advance(20); // Long before the connection times out.
    expect((await waiting.reply).errors).toEqual([]);
    held.release();
    replicas.redis.signal('SIGCONT');
    expect((await held.reply).errors).toEqual([]);
  });

  test('that wait for another replica wait on when a third one, which Redis told too late, has read', async () => {
    const [first, second, late] = await replicas.startAll(3);
    const { held, waiting } = await waitingForAnother(first, second);
    replicas.redis.signal('SIGSTOP');
    const asked = await asking(late, SPORTSBOOKS);
    late.clock.advance(20);
    expect((await asked.reply).errors).toEqual([]);
    replicas.redis.signal('SIGCONT');
    late.clock.advance(100);
    for (const one of [late, second]) await one.ask(ODDS); // What Redis told each of them before has arrived.
    held.release();
    const replies = await replicas.answered([held.reply, waiting.reply], [second]);
    for (const { errors } of replies) expect(errors).toEqual([]);
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 2, 'GET /odds': 1 });
  });

  test('are shared by replicas that may use no channel of Redis', async () => {
    const redisUrl = await replicas.redis.urlOfUser('resetchannels');
    const [first, second] = [
      await replicas.start({ redisUrl }),
      await replicas.start({ redisUrl }),
    ];
    const { held, waiting } = await waitingForAnother(first, second);
    held.release();
    const replies = await replicas.answered([held.reply, waiting.reply], [second]);
    for (const { errors } of replies) expect(errors).toEqual([]);
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 1 });
  });

  test('are ordinary upstream reads without Redis, also those that wait for another replica', async () => {
    const [first, second] = await replicas.startAll(2);
    const { held, waiting } = await waitingForAnother(first, second);
    await replicas.redis.stop();
    let isAnswered = false;
    const reply = waiting.reply.finally(() => {
      isAnswered = true;
    });
    await until(() => {
      second.clock.advance(20); // Until it knows that Redis is gone, its commands wait for replies.
      return isAnswered;
    });
    expect((await reply).errors).toEqual([]);
    held.release();
    expect((await held.reply).errors).toEqual([]);
    for (const one of [first, second]) expect((await one.ask(EVENTS)).errors).toEqual([]);
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 2, 'GET /events': 2 });

    await replicas.redis.restart();
    for (let asked = 1, sent = 0; sent !== 1; asked += 1) {
      replicas.proxy.reset();
      for (const one of [first, second]) {
        one.clock.advance(1_000);
        // The second may ask before Redis has the first one's answer: it then waits for that.
        await replicas.answered([one.ask(`{ odds(first: ${asked}) { totalCount } }`)], [one]);
      }
      sent = replicas.proxy.counts['GET /odds'] ?? 0;
    }
  });

  test('take what they cannot read in Redis for missing, replace it, and log it once', async () => {
    const queries = [TIER, SPORTSBOOKS, EVENTS, ODDS];
    const [first] = await replicas.startAll(1);
    const answers = await Promise.all(queries.map((query) => first.ask(query)));
    const stored = [...(await replicas.stored())].filter(([name]) => !name.includes(':claim:'));
    const values = stored.filter(([name]) => name.includes(':value:'));
    expect(values).toHaveLength(4);
    for (const [i, [name, value]] of stored.entries()) {
      const text: string = JSON.parse(value);
      const spoiled = [
        ['SET', name, text.slice(0, text.length / 2), 'PX', '60000'],
        ['SET', name, '{"format":2,"value":{}}', 'PX', '60000'],
        ['SET', name, 'of another program'],
        ['RPUSH', name, 'of another program'],
      ][i % 4];
      await replicas.redis.command(['DEL', name], spoiled ?? []);
    }
    replicas.proxy.reset();
    const second = await replicas.start();
    for (const [i, query] of queries.entries()) {
      const { data, errors } = await second.ask(query);
      expect([data, errors]).toEqual([answers[i]?.data, []]);
    }
    const once = {
      'GET /account/keys': 1,
      'GET /sportsbooks': 1,
      'GET /events': 1,
      'GET /odds': 1,
    };
    expect(replicas.proxy.counts).toEqual(once);
    expect(second.log().match(/cannot be read/g)).toHaveLength(1);
    const third = await replicas.start();
    for (const query of [TIER, SPORTSBOOKS]) await third.ask(query);
    expect(replicas.proxy.counts).toEqual(once);
  });

  test('measure what is in Redis before they take it into memory', async () => {
    const queries = [TIER, SPORTSBOOKS];
    const [first] = await replicas.startAll(1);
    const answers = await Promise.all(queries.map((query) => first.ask(query)));
    const huge = 'x'.repeat(32 * 2 ** 20);
    const names = [...(await replicas.stored()).keys()].filter((name) =>
      /:value:|:status/.test(name),
    );
    expect(names).toHaveLength(3);
    for (const name of names) await replicas.redis.command(['SET', name, huge, 'PX', '60000']);
    const before = await replicas.redis.sentBytes();
    const second = await replicas.start();
    for (const [i, query] of queries.entries()) {
      expect((await second.ask(query)).data).toEqual(answers[i]?.data);
    }
    expect((await replicas.redis.sentBytes()) - before).toBeLessThan(100_000);
    expect(second.log().match(/cannot be read/g)).toHaveLength(1);
  });

  test('take a value that would last longer than upstream lets it for missing', async () => {
    const [first] = await replicas.startAll(1);
    await first.ask(TIER);
    const names = [...(await replicas.stored()).keys()].filter((name) => name.includes(':value:'));
    for (const name of names)
      await replicas.redis.command(['PEXPIRE', name, String(24 * 3_600_000)]);
    const second = await replicas.start();
    await second.ask(TIER);
    expect(replicas.proxy.counts).toEqual({ 'GET /account/keys': 2 });
  });

  test('do not share an answer that is too large, and do not wait for it again', async () => {
    const [first, second] = await replicas.startAll(2);
    replicas.proxy.spoil('GET /sportsbooks', async ({ response, forward }) => {
      const { status, headers, body } = await forward();
      response.writeHead(status, headers).end(body + ' '.repeat(2 * 2 ** 20));
    });
    for (const one of [first, second]) expect((await one.ask(SPORTSBOOKS)).errors).toEqual([]);
    expect(replicas.proxy.counts).toEqual({ 'GET /sportsbooks': 2 });
    const sizes = [...(await replicas.stored()).values()].map((text) => text.length);
    expect(Math.max(...sizes)).toBeLessThan(1_000);
  });
});
