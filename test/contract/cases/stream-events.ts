import { expect } from 'vitest';
import { OPPORTUNITY_KINDS, type OpportunityKind } from '../../../src/contract/opportunities.ts';
import type { StreamEventKind } from '../../../src/contract/stream.ts';
import { OddsMirror } from '../../harness/clients/odds-mirror.ts';
import type { SseReader, StreamEvent } from '../../harness/clients/sse-reader.ts';
import type { Api } from '../api.ts';
import { type CaseGroup, rule } from '../case.ts';
import { reading } from '../reading-stream.ts';

/** How many half minutes to wait for something that happens now and then. */
const PATIENCE = 40;

/** Reads until `isEnough`, while the clock advances. */
async function readUntil(
  api: Api,
  stream: SseReader,
  isEnough: () => boolean,
): Promise<readonly StreamEvent[]> {
  for (let turn = 0; turn < PATIENCE && !isEnough(); turn++) {
    api.halfMinute();
    await stream.until('heartbeat');
  }
  expect(isEnough(), `Not in ${PATIENCE / 2} minutes.`).toBe(true);
  return stream.events;
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
    return isShape || isPrice ? value : name === 'fair_probability' ? value === null : undefined;
  });
}

const idsOf = (payload: readonly { readonly id: string }[]) => payload.map(({ id }) => id);

function detectionRule(kind: OpportunityKind) {
  return rule(
    `${kind}:detected and ${kind}:expired mark the life of an opportunity`,
    async (api) => {
      await reading(api, '/stream?channel=opportunities', async (stream) => {
        const told = () => new Set(stream.all(`${kind}:detected`).flatMap(idsOf));
        const gone = () => stream.all(`${kind}:expired`).flatMap(({ expired }) => expired);
        await readUntil(api, stream, () => gone().length > 0);
        expect(told().size).toBeGreaterThan(0);
        for (const id of gone()) expect(told()).toContain(id);
        const isTimed = kind === 'ev' || kind === 'arb';
        for (const { timestamp } of stream.all(`${kind}:expired`)) {
          expect(timestamp === undefined).toBe(!isTimed);
        }
      });
    },
    [`${kind}:detected`, `${kind}:expired`],
  );
}

function channelRule(channel: string, allowed: readonly StreamEventKind[]) {
  return rule(`channel=${channel} delivers its kinds and no others`, async (api) => {
    await reading(api, `/stream?channel=${channel}&league=nba,nhl,epl`, async (stream) => {
      for (let turn = 0; turn < 3; turn++) {
        api.halfMinute();
        await stream.until('heartbeat');
      }
      const kinds = new Set(stream.events.map(({ kind }) => kind));
      expect(allowed).toEqual(expect.arrayContaining([...kinds]));
      expect(kinds.size).toBeGreaterThan(4);
    });
  });
}

const ALWAYS = ['connected', 'snapshot', 'snapshot:complete', 'heartbeat', 'error'] as const;
const OF_ODDS = ['odds:update', 'odds:removed'] as const;
const OF_OPPORTUNITIES = OPPORTUNITY_KINDS.flatMap((kind) => [
  `${kind}:detected` as const,
  `${kind}:expired` as const,
]);

export const streamEvents: CaseGroup = {
  subject: 'GET /stream: events',
  route: null,
  cases: [
    rule(
      'sends connected first, then the snapshot, then its completion',
      async (api) => {
        for (const channel of ['odds', 'opportunities', 'all']) {
          await reading(api, `/stream?channel=${channel}&league=nba`, async (stream) => {
            const connected = await stream.take('connected');
            expect(connected).toMatchObject({ channel, reconnected: false });
            await stream.take('snapshot');
            await stream.until('snapshot:complete');
            expect(stream.all('connected')).toHaveLength(1);
            expect(stream.all('odds:update')).toEqual([]);
          });
        }
      },
      ['connected', 'snapshot', 'snapshot:complete'],
    ),
    rule('every event has an id evt_<sequence>, in ascending order', async (api) => {
      await reading(api, '/stream?channel=odds&sport=tennis', async (stream) => {
        api.halfMinute();
        await stream.until('heartbeat');
        const numbers = stream.events.map(({ id }) => Number(/^evt_(\d+)$/.exec(id ?? '')?.[1]));
        expect(numbers).not.toContain(Number.NaN);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      });
    }),
    rule(
      'the snapshot comes in parts of at most 1,000 that make up the whole board',
      async (api) => {
        await reading(api, '/stream?channel=odds', async (stream) => {
          const complete = await stream.until('snapshot:complete');
          const parts = stream.all('snapshot');
          expect(parts.length).toBeGreaterThan(1);
          let next = 0;
          for (const [index, { odds, count, total, offset, has_more }] of parts.entries()) {
            expect(odds.length).toBeLessThanOrEqual(1000);
            expect({ count, total, offset }).toEqual({
              count: odds.length,
              total: complete.total_odds,
              offset: next,
            });
            expect(has_more).toBe(index < parts.length - 1);
            next += count;
          }
          expect(next).toBe(complete.total_odds);
          const books = new Set(parts.flatMap(({ odds }) => odds.map((row) => row.sportsbook)));
          expect(complete).toMatchObject({ status: 'ready', books: [...books].sort() });
        });
      },
      ['snapshot', 'snapshot:complete'],
    ),
    rule(
      'snapshot odds have the time of their last change, and some have a link',
      async (api) => {
        await reading(api, '/stream?channel=odds&sportsbook=draftkings', async (stream) => {
          await stream.until('snapshot:complete');
          const odds = stream.all('snapshot').flatMap((part) => part.odds);
          for (const row of odds) expect(Date.parse(row.odds_changed_at ?? '')).not.toBeNaN();
          expect(odds.filter((row) => row.deep_link).length).toBeGreaterThan(0);
        });
      },
      ['snapshot'],
    ),
    rule(
      'odds:update has deltas of one sportsbook that match the snapshot',
      async (api) => {
        await reading(api, '/stream?channel=odds&league=nba,nhl', async (stream) => {
          const mirror = new OddsMirror();
          await readUntil(api, stream, () => stream.all('odds:update').length > 20);
          for (const event of stream.events) {
            mirror.apply(event);
            if (event.kind !== 'odds:update') continue;
            expect(event.data.count).toBe(event.data.odds.length);
            for (const delta of event.data.odds) {
              expect(Object.keys(delta).sort()).toEqual([
                'id',
                'is_live',
                'line',
                'odds_american',
                'odds_changed_at',
                'odds_decimal',
                'odds_probability',
              ]);
              expect(mirror.odds.get(delta.id)?.sportsbook).toBe(event.data.book);
            }
          }
        });
      },
      ['odds:update'],
    ),
    rule(
      'odds:removed names prices of one sportsbook that were sent before',
      async (api) => {
        await reading(api, '/stream?channel=odds&sport=basketball', async (stream) => {
          await readUntil(api, stream, () => stream.all('odds:removed').length > 0);
          const books = new Map<string, string>();
          for (const event of stream.events) {
            if (event.kind === 'snapshot') {
              for (const row of event.data.odds) books.set(row.id, row.sportsbook);
            }
            if (event.kind !== 'odds:removed') continue;
            expect(event.data.count).toBe(event.data.ids.length);
            for (const id of event.data.ids) expect(books.get(id)).toBe(event.data.book);
          }
        });
      },
      ['odds:removed'],
    ),
    ...OPPORTUNITY_KINDS.map(detectionRule),
    rule(
      'detected is repeated only when a price, a sportsbook or the value by half a percent changes',
      async (api) => {
        await reading(api, '/stream?min_ev=0&min_profit=0', async (stream) => {
          await stream.until('snapshot:complete');
          for (let turn = 0; turn < 2; turn++) {
            api.halfMinute();
            await stream.until('heartbeat');
          }
          const told = new Map<string, string>();
          let repeats = 0;
          for (const event of stream.events) {
            if (isExpiry(event)) for (const id of event.data.expired) told.delete(id);
            if (!isDetection(event)) continue;
            for (const { detected_at: _, ...found } of event.data) {
              const acted = actedOn(found);
              if (told.has(found.id)) repeats++;
              expect(told.get(found.id), event.kind).not.toBe(acted);
              told.set(found.id, acted);
            }
          }
          expect(repeats).toBeGreaterThan(0);
        });
      },
      OPPORTUNITY_KINDS.map((kind) => `${kind}:detected` as const),
    ),
    rule(
      'sportsbook limits the sportsbooks of low holds',
      async (api) => {
        const named = ['draftkings', 'fanduel'];
        await reading(api, `/stream?sportsbook=${named.join()}`, async (stream) => {
          await stream.until('snapshot:complete');
          const lows = stream.all('low_hold:detected').flat();
          expect(lows.length).toBeGreaterThan(0);
          for (const low of lows) {
            expect(named).toEqual(expect.arrayContaining(low.all_books));
            expect(low.hold_percentage).toBeLessThanOrEqual(5);
          }
        });
      },
      ['low_hold:detected'],
    ),
    channelRule('odds', [...ALWAYS, ...OF_ODDS]),
    channelRule('opportunities', [...ALWAYS, ...OF_OPPORTUNITIES]),
    channelRule('all', [...ALWAYS, ...OF_ODDS, ...OF_OPPORTUNITIES]),
    rule(
      'sends a heartbeat with the time every 30 seconds',
      async (api) => {
        await reading(api, '/stream?event=none', async (stream) => {
          api.halfMinute();
          const first = await stream.until('heartbeat');
          api.halfMinute();
          const second = await stream.until('heartbeat');
          const passed = Date.parse(second.timestamp) - Date.parse(first.timestamp);
          expect(passed).toBeGreaterThan(25_000);
          expect(passed).toBeLessThan(35_000);
        });
      },
      ['heartbeat'],
    ),
    rule(
      'a reconnecting client gets a new snapshot and reconnected: true',
      async (api) => {
        const path = '/stream?channel=odds&league=nba';
        const headers = { 'last-event-id': 'evt_7' };
        await reading(
          api,
          path,
          async (stream) => {
            expect(await stream.take('connected')).toMatchObject({ reconnected: true });
            expect(await stream.take('snapshot')).toMatchObject({ offset: 0 });
            await stream.until('snapshot:complete');
          },
          { headers },
        );
      },
      ['connected', 'snapshot', 'snapshot:complete'],
    ),
    // Last: from then on the service lags behind its clock.
    rule(
      'reports a passing problem as an error event and keeps the stream open',
      async (api) => {
        if (api.holdUp === null) return; // A remote service cannot be made to have a problem.
        const holdUp = api.holdUp;
        await reading(api, '/stream?event=none&channel=odds', async (stream) => {
          holdUp(20_000);
          api.halfMinute();
          await stream.until('heartbeat');
          const [problem] = stream.all('error');
          expect(problem).toMatchObject({ code: 'upstream_error' });
          api.halfMinute();
          await stream.until('heartbeat');
        });
      },
      ['error'],
    ),
  ],
};
