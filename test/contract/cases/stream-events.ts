import { expect } from 'vitest';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import { OPPORTUNITY_KINDS } from '../../../src/contract/opportunities.ts';
import { OddsPage } from '../../../src/contract/routes/odds.ts';
import type { StreamEventKind } from '../../../src/contract/stream.ts';
import type { SseReader, StreamEvent } from '../../harness/clients/sse-reader.ts';
import type { Api } from '../api.ts';
import { type CaseGroup, expectEach, rule, ruleInPlay } from '../case.ts';
import { isWhole, pagesOf, reading } from '../reading.ts';
import { isMoving } from '../target.ts';

/** How many half minutes to wait for something that happens now and then. */
const PATIENCE = 40;

async function halfMinute(api: Api, stream: SseReader): Promise<string> {
  api.halfMinute();
  return (await stream.until('heartbeat')).timestamp;
}

/** Reads until `isEnough`, while the clock advances. */
async function readUntil(api: Api, stream: SseReader, isEnough: () => boolean): Promise<void> {
  for (let turn = 0; turn < PATIENCE && !isEnough(); turn++) await halfMinute(api, stream);
  expect(isEnough(), `Not in ${PATIENCE / 2} minutes.`).toBe(true);
}

type Expiry = Extract<StreamEvent, { readonly kind: `${string}:expired` }>;
type Detection = Extract<StreamEvent, { readonly kind: `${string}:detected` }>;

const isExpiry = (event: StreamEvent): event is Expiry => event.kind.endsWith(':expired');
const isDetection = (event: StreamEvent): event is Detection => event.kind.endsWith(':detected');

/** The fields that a client acts on, and the value in steps of half a percent, for any kind. */
function actedOn(found: object): string {
  return JSON.stringify(found, (name, value) => {
    if (/^(ev_percentage|expected_value)$/.test(name)) return Math.floor(value / 0.5);
    const isShape = name === '' || /^\d+$/.test(name) || /^(legs|side\d|odds|books)$/.test(name);
    const isPrice = /^(id|sportsbook|book|american|decimal|odds_american|odds_decimal)$/.test(name);
    return isShape || isPrice ? value : undefined;
  });
}

const DELTA_FIELDS = 'id,is_live,line,odds_american,odds_changed_at,odds_decimal,odds_probability';

const ALWAYS = ['connected', 'snapshot', 'snapshot:complete', 'heartbeat', 'error'] as const;
const OF_ODDS = ['odds:update', 'odds:removed'] as const;
const OF_OPPORTUNITIES = OPPORTUNITY_KINDS.flatMap((kind) => [
  `${kind}:detected` as const,
  `${kind}:expired` as const,
]);
const CHANNELS: Readonly<Record<string, readonly StreamEventKind[]>> = {
  odds: [...ALWAYS, ...OF_ODDS],
  opportunities: [...ALWAYS, ...OF_OPPORTUNITIES],
  all: [...ALWAYS, ...OF_ODDS, ...OF_OPPORTUNITIES],
};

/** The prices that `/odds` lists, as far as a stream says when they change. */
async function listed(api: Api, query: string): Promise<Map<string, unknown>> {
  const prices = new Map<string, unknown>();
  const path = `/odds?limit=200&${query}`;
  for await (const { data } of pagesOf(api, OddsPage, path)) {
    for (const odds of data) prices.set(odds.id, stateOf(odds));
  }
  return prices;
}

function stateOf({ odds_american, odds_decimal, line = null, is_live }: Odds): unknown {
  return [odds_american, odds_decimal, line, is_live];
}

/** Merges an event into the prices that a client holds, by id. */
function merge({ kind, data }: StreamEvent, held: Map<string, Odds>): void {
  if (kind === 'connected') held.clear();
  if (kind === 'snapshot') for (const odds of data.odds) held.set(odds.id, odds);
  if (kind === 'odds:removed') for (const id of data.ids) held.delete(id);
  if (kind !== 'odds:update') return;
  for (const delta of data.odds) {
    const known = held.get(delta.id);
    if (known !== undefined) held.set(delta.id, { ...known, ...delta });
  }
}

export const streamEvents: CaseGroup = {
  subject: 'GET /stream: events',
  route: null,
  cases: [
    ...Object.entries(CHANNELS).map(([channel, allowed]) =>
      ruleInPlay(
        `channel=${channel} starts with a snapshot, and delivers its kinds and no others`,
        async (api) => {
          await reading(api, `/stream?channel=${channel}&league=nba,nhl,epl`, async (stream) => {
            const connected = await stream.take('connected');
            expect(connected).toMatchObject({ channel, reconnected: false });
            await stream.take('snapshot');
            await stream.until('snapshot:complete');
            expect(stream.all('connected')).toHaveLength(1);
            expect(stream.all('odds:update')).toEqual([]);
            const kinds = () => new Set(stream.events.map(({ kind }) => kind));
            await readUntil(api, stream, () => kinds().size > 4);
            expect(allowed).toEqual(expect.arrayContaining([...kinds()]));
          });
        },
      ),
    ),
    rule('the snapshot comes in parts that make up the whole board', async (api) => {
      await reading(api, '/stream?channel=odds', async (stream) => {
        const complete = await stream.until('snapshot:complete');
        const parts = stream.all('snapshot');
        expect(parts.length).toBeGreaterThan(1);
        let next = 0;
        for (const [index, { odds, count, total, offset, has_more }] of parts.entries()) {
          expect(odds.length).toBeLessThanOrEqual(1000);
          const expected = { count: odds.length, total: complete.total_odds, offset: next };
          expect({ count, total, offset }).toEqual(expected);
          expect(has_more).toBe(index < parts.length - 1);
          next += count;
        }
        expect(next).toBe(complete.total_odds);
        const prices = parts.flatMap(({ odds }) => odds);
        const books = new Set(prices.map((row) => row.sportsbook));
        expect(complete).toMatchObject({ status: 'ready', books: [...books].sort() });
        expectEach(prices, (row) => Date.parse(row.odds_changed_at ?? '') > 0);
        expect(prices.filter((row) => row.deep_link).length).toBeGreaterThan(0);
      });
    }),
    ruleInPlay('changes and removals of prices keep a client up to date', async (api) => {
      const query = 'league=nba,nhl,wnba,atp&sportsbook=draftkings,fanduel,pinnacle,betmgm';
      await reading(api, `/stream?channel=odds&${query}`, async (stream) => {
        await readUntil(api, stream, () => {
          return stream.all('odds:update').length > 20 && stream.all('odds:removed').length > 0;
        });
        const held = new Map<string, Odds>();
        for (const { id, ...event } of stream.events) {
          if (event.kind === 'odds:removed') {
            const { ids, count, book } = event.data;
            expect(count).toBe(ids.length);
            expectEach(ids, (one) => held.get(one)?.sportsbook === book);
          }
          merge(event as StreamEvent, held);
          if (event.kind !== 'odds:update') continue;
          const { odds, count, book } = event.data;
          expect(count).toBe(odds.length);
          expectEach(odds, (delta) => Object.keys(delta).sort().join() === DELTA_FIELDS);
          expectEach(odds, (delta) => held.get(delta.id)?.sportsbook === book);
        }
        const states = [...held].map(([id, odds]) => [id, stateOf(odds)] as const);
        if (!isMoving) expect(new Map(states)).toEqual(await listed(api, query));
        const numbers = stream.events.map(({ id }) => Number(/^evt_(\d+)$/.exec(id ?? '')?.[1]));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      });
    }),
    ruleInPlay('an opportunity is detected, again when it changes, and expires', async (api) => {
      await reading(api, '/stream?min_ev=0&min_profit=0', async (stream) => {
        await readUntil(api, stream, () =>
          OPPORTUNITY_KINDS.every((kind) => stream.all(`${kind}:expired`).length > 0),
        );
        const told = new Map<string, string>();
        let repeats = 0;
        for (const event of stream.events) {
          if (isExpiry(event)) {
            for (const id of event.data.expired) expect(told.delete(id), event.kind).toBe(true);
            const isTimed = event.kind === 'ev:expired' || event.kind === 'arb:expired';
            expect(event.data.timestamp !== undefined).toBe(isTimed);
          }
          if (!isDetection(event)) continue;
          if (event.kind === 'low_hold:detected') expectEach(event.data, isWhole);
          for (const { detected_at: _, ...found } of event.data) {
            const acted = actedOn(found);
            if (told.has(found.id)) repeats++;
            if (told.get(found.id) === acted) expect.fail(`${event.kind} again: ${acted}`);
            told.set(found.id, acted);
          }
        }
        expect(repeats).toBeGreaterThan(0);
      });
    }),
    rule('sportsbook limits the sportsbooks of low holds', async (api) => {
      const named = ['draftkings', 'fanduel'];
      await reading(api, `/stream?sportsbook=${named}`, async (stream) => {
        await stream.until('snapshot:complete');
        const lows = stream.all('low_hold:detected').flat();
        expectEach(lows, (low) => low.all_books.every((book) => named.includes(book)));
        expectEach(lows, (low) => low.hold_percentage <= 5);
      });
    }),
    rule('sends a heartbeat with the time every 30 seconds', async (api) => {
      await reading(api, '/stream?event=none', async (stream) => {
        const first = Date.parse(await halfMinute(api, stream));
        const passed = Date.parse(await halfMinute(api, stream)) - first;
        expect(passed).toBeGreaterThan(25_000);
        expect(passed).toBeLessThan(35_000);
      });
    }),
    rule('a reconnecting client gets a new snapshot and reconnected: true', async (api) => {
      const read = async (stream: SseReader) => {
        expect(await stream.take('connected')).toMatchObject({ reconnected: true });
        expect(await stream.take('snapshot')).toMatchObject({ offset: 0 });
        await stream.until('snapshot:complete');
      };
      const headers = { 'last-event-id': 'evt_7' };
      await reading(api, '/stream?channel=odds&market=moneyline', read, { headers });
    }),
    // Last: from then on the service lags behind its clock.
    ruleInPlay('a passing problem is an error event, and the stream stays open', async (api) => {
      await reading(api, '/stream?event=none&channel=odds', async (stream) => {
        if (!api.holdUp(20_000)) return; // A remote service cannot be made to have a problem.
        await halfMinute(api, stream);
        const [problem] = stream.all('error');
        expect(problem).toMatchObject({ code: 'upstream_error' });
        await halfMinute(api, stream);
      });
    }),
  ],
};
