import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  Batch,
  EventFilter,
  HistoryStore,
  PointsQuery,
} from '../../../src/history/history-store.ts';
import type { SeriesId } from '../../../src/history/series.ts';
import { aBatch, anEvent, aPoint, aSeries, DAY, HOUR, MINUTE, NOON } from './batches.ts';
import { openHere } from './open-here.ts';

const SUSPENDED = { status: 'suspended' } as const;
/** What points of `aPoint` have beside a time and a price. */
const OPEN = { line: -3.5, isLive: false, status: 'open' } as const;
/** How prices change that have not moved. */
const UNMOVED = [{ line: -4 }, SUSPENDED, {}, { american: -100 }];
const ALL = { from: 0, to: 2 * NOON, resolution: 'TICK', limit: 1_000, after: null } as const;

/** What every store of prices over time does. `newUrl` is the address of an empty database. */
export function describeStore(name: string, newUrl: () => string | Promise<string>): void {
  describe(`the ${name} store`, () => {
    let url: string;
    let store: HistoryStore;

    beforeEach(async () => {
      url = await newUrl();
      store = await openHere(url);
    });
    afterEach(() => store.close());

    /** Stores a batch, by default of one series of one event. */
    const write = (values: Partial<Batch>) => store.append(aBatch(values));
    const pageOf = async (id: SeriesId | undefined, query: Partial<PointsQuery> = {}) => {
      const [page] = await store.points({ ...ALL, seriesIds: [id ?? 0], ...query });
      return page;
    };
    const pricesOf = async (id: SeriesId | undefined, query: Partial<PointsQuery> = {}) =>
      (await pageOf(id, query))?.points.map(({ at, american }) => [at - NOON, american]);

    it('gives back what was written, with the series, its event and its opening', async () => {
      const moved = {
        at: NOON + 5,
        american: 105,
        line: -4.25,
        isLive: true,
        status: 'suspended',
      } as const;
      const batch = aBatch({ points: [aPoint(NOON), aPoint(NOON + 5, moved)] });
      const { seriesIds } = await store.append(batch);
      const { isWatchedFromStart: _, ...key } = aSeries();
      expect(await store.seriesOf({ eventIds: ['nba_one'] })).toEqual([
        {
          ...key,
          id: seriesIds[0],
          opening: { at: NOON, american: -110, line: -3.5, isFirstSeen: false },
          closing: null,
        },
      ]);
      expect((await pageOf(seriesIds[0]))?.points).toEqual([
        { ...OPEN, at: NOON, american: -110, lowest: -110, highest: -110 },
        { ...moved, lowest: null, highest: null },
      ]);
      expect(await store.eventsIn({ from: NOON, to: NOON + 1 }, { leagues: ['nba'] })).toEqual([
        anEvent(),
      ]);
      expect(await store.eventsIn({ from: NOON + DAY, to: NOON + 2 * DAY }, {})).toEqual([]);
    });

    it('finds events by id, sport and league, in the order of their starts', async () => {
      const events = [
        anEvent({ id: 'late', startsAt: NOON + 2 * DAY }),
        anEvent({ id: 'early', startsAt: NOON + HOUR, startedAt: NOON + HOUR }),
        anEvent({ id: 'other', sport: 'hockey', league: 'nhl' }),
      ];
      const series = events.map(({ id }) => aSeries({ eventId: id }));
      const points = [aPoint(NOON), aPoint(NOON + 1, { series: 1 }), aPoint(NOON, { series: 2 })];
      await write({ events, series, points });
      const found = async (filter: EventFilter) =>
        (await store.eventsIn({ from: NOON, to: NOON + DAY }, filter)).map(({ id }) => id);
      expect(await found({})).toEqual(['early', 'other', 'late']);
      expect(await found({ sports: ['basketball'], leagues: ['nba', 'nhl'] })).toEqual([
        'early',
        'late',
      ]);
      expect(await found({ eventIds: ['late', 'other', 'never'] })).toEqual(['other', 'late']);
    });

    it('finds events by their starts, whenever they had prices, and equal starts in the order of their numbers', async () => {
      const day = { from: NOON, to: NOON + DAY };
      const events = [
        anEvent({ id: 'one', startsAt: day.from }),
        anEvent({ id: 'another', startsAt: day.from }),
        anEvent({ id: 'last', startsAt: day.to - 1 }),
        anEvent({ id: 'earlier', startsAt: day.from - 1 }),
        anEvent({ id: 'later', startsAt: day.to }),
      ];
      const series = events.map(({ id }) => aSeries({ eventId: id }));
      const days = [2, -4, -4, 0, 0];
      const points = days.map((after, index) =>
        aPoint(NOON + after * DAY, { series: index, status: 'removed' }),
      );
      await write({ events, series, points });
      const found = await store.eventsStartingIn(day, { eventIds: events.map(({ id }) => id) });
      expect(found.map(({ id }) => id)).toEqual(['one', 'another', 'last']);
    });

    it('finds names that upstream has written in capitals', async () => {
      const series = [aSeries({ sportsbook: 'DraftKings', marketType: 'Moneyline' })];
      const events = [anEvent({ sport: 'Basketball', league: 'NBA' })];
      await write({ series, events, points: [aPoint(NOON)] });
      const filter = { sports: ['basketball'], leagues: ['nba'] };
      expect(await store.eventsIn({ from: NOON, to: NOON + 1 }, filter)).toEqual(events);
      const names = { sportsbooks: ['draftkings'], marketTypes: ['moneyline'] };
      const eventIds = ['nba_one'];
      expect(await store.seriesOf({ ...filter, ...names, eventIds })).toMatchObject(
        series.map(({ sportsbook, marketType }) => ({ sportsbook, marketType })),
      );
    });

    it('gives back points of a bet without a line', async () => {
      const { seriesIds } = await write({ points: [aPoint(NOON, { line: null })] });
      expect((await pageOf(seriesIds[0]))?.points).toMatchObject([{ line: null }]);
    });

    it('keeps a batch as a whole or not at all, and is no different if it is written again', async () => {
      const batch = aBatch({ points: [aPoint(NOON), aPoint(NOON + 1, { american: 120 })] });
      const lost = aBatch({
        series: [aSeries(), aSeries({ eventId: 'never_seen' })],
        points: [aPoint(NOON + 2)],
      });
      const { seriesIds, points } = await store.append(batch);
      await expect(store.append(lost)).rejects.toThrow('never_seen');
      expect(points).toBe(2);
      expect(await store.append(batch)).toEqual({ seriesIds, points: 0, refusedAt: null });
      expect(await pricesOf(seriesIds[0])).toEqual([
        [0, -110],
        [1, 120],
      ]);
    });

    it('takes series by the numbers that it has given, and tells alternate lines apart by their ids', async () => {
      const series = [aSeries(), aSeries({ upstreamId: '2' }), aSeries({ upstreamId: null })];
      const { seriesIds } = await write({
        series,
        points: series.map((_, index) => aPoint(NOON, { series: index, line: index })),
      });
      expect(new Set(seriesIds).size).toBe(3);
      await write({
        events: [],
        series: [seriesIds[1] ?? 0],
        points: [aPoint(NOON + 1, { american: 150 })],
      });
      expect(await pricesOf(seriesIds[0])).toEqual([[0, -110]]);
      expect(await pricesOf(seriesIds[1])).toEqual([
        [0, -110],
        [1, 150],
      ]);
      const found = await store.seriesOf({ eventIds: ['nba_one'], upstreamIds: ['2'] });
      expect(found.map(({ id }) => id)).toEqual([seriesIds[1]]);
    });

    it('lists series in the order in which they came, whichever event they are of', async () => {
      const eventIds = ['nba_two', 'nba_one'];
      const series = Array.from({ length: 1_000 }, (_, index) =>
        aSeries({ eventId: eventIds[index % 2] ?? '', upstreamId: `${index}` }),
      );
      const events = eventIds.map((id) => anEvent({ id }));
      const points = series.map((_, index) => aPoint(NOON, { series: index }));
      const { seriesIds } = await write({ events, series, points });
      for (const asked of [eventIds, ['nba_two']]) {
        const ids = seriesIds.filter((_, index) => index % 2 < asked.length);
        const listed = await store.seriesOf({ eventIds: asked });
        const standing = await store.standingAt({ eventIds: asked }, NOON);
        expect(listed.map(({ id }) => id)).toEqual(ids);
        expect(standing.map((one) => one.series.id)).toEqual(ids);
      }
    });

    it('takes texts that are no well-formed Unicode, and those with NUL characters', async () => {
      const [id, selection] = ['nba\0one', 'Ho\ud800me'];
      const other = aSeries({ eventId: id, selection, player: '\0' });
      const points = [aPoint(NOON), aPoint(NOON, { series: 1 })];
      const events = [anEvent(), anEvent({ id, startedAt: NOON + 1 })];
      const { seriesIds } = await write({ events, series: [aSeries(), other], points });
      const found = await store.seriesOf({ eventIds: ['nba\ufffdone'] });
      const kept = { id: seriesIds[1], selection: 'Ho\ufffdme', player: '\ufffd' };
      expect(found).toMatchObject([{ ...kept, closing: { american: -110 } }]);
      expect(await pricesOf(seriesIds[0])).toEqual([[0, -110]]);
    });

    it('opens a series with its earliest point, and says whether that was only the first one seen', async () => {
      const late = aSeries({ isWatchedFromStart: false });
      await write({ series: [late], points: [aPoint(NOON), aPoint(NOON + 1, { american: 100 })] });
      const [first] = await store.seriesOf({ eventIds: ['nba_one'] });
      expect(first?.opening).toEqual({ at: NOON, american: -110, line: -3.5, isFirstSeen: true });
      await write({ points: [aPoint(NOON - DAY, { american: 130 })] });
      const [second] = await store.seriesOf({ eventIds: ['nba_one'] });
      expect(second?.opening).toEqual({
        at: NOON - DAY,
        american: 130,
        line: -3.5,
        isFirstSeen: false,
      });
    });

    it('opens a bet that is removed and listed anew within a batch with its first point', async () => {
      const removed = aPoint(NOON + 1, { status: 'removed' });
      const again = aPoint(NOON + 2, { series: 1, american: 150 });
      await store.append(
        aBatch({ series: [aSeries(), aSeries()], points: [aPoint(NOON), removed, again] }),
      );
      const [series] = await store.seriesOf({ eventIds: ['nba_one'] });
      expect(series?.opening).toMatchObject({ at: NOON, american: -110 });
    });

    it('reads a range with what stood when it began, page by page', async () => {
      const points = [0, 1, 2, 3, 4].map((n) => aPoint(NOON + n * MINUTE, { american: 100 + n }));
      const { seriesIds } = await write({ points });
      const [id] = seriesIds;
      const range = { from: NOON + MINUTE, to: NOON + 4 * MINUTE, limit: 2 };
      const first = await pageOf(id, range);
      expect(first?.standing?.american).toBe(100);
      expect(first?.hasMore).toBe(true);
      expect(first?.points.map(({ american }) => american)).toEqual([101, 102]);
      const second = await pageOf(id, { ...range, after: first?.points.at(-1)?.at ?? 0 });
      expect(second).toMatchObject({ standing: null, hasMore: false, points: [{ american: 103 }] });
      expect(await pageOf(999_999, range)).toEqual({
        seriesId: 999_999,
        standing: null,
        points: [],
        hasMore: false,
      });
    });

    it('counts a point once in a page, though the next day begins with it, too', async () => {
      const points = [NOON, NOON + MINUTE, NOON + DAY].map((at) => aPoint(at));
      const [id] = (await write({ points })).seriesIds;
      const page = await pageOf(id, { to: NOON + 2 * DAY, limit: 3 });
      expect(page).toMatchObject({ hasMore: false, points: points.map(({ at }) => ({ at })) });
    });

    it('gives the last point of an interval with its lowest and highest price', async () => {
      const prices = [-110, 120, -150, 100];
      const points = prices.map((american, n) => aPoint(NOON + n * 20_000, { american, line: n }));
      const [id] = (await write({ points })).seriesIds;
      const minutes = await pageOf(id, { resolution: 'MINUTE' });
      expect(minutes?.points).toEqual([
        { ...OPEN, at: NOON + 40_000, american: -150, line: 2, lowest: -150, highest: 120 },
        { ...OPEN, at: NOON + MINUTE, american: 100, line: 3, lowest: 100, highest: 100 },
      ]);
      const one = await pageOf(id, { resolution: 'MINUTE', limit: 1 });
      expect(one).toMatchObject({ hasMore: true, points: [{ american: -150 }] });
      const rest = await pageOf(id, { resolution: 'MINUTE', limit: 1, after: NOON + 40_000 });
      expect(rest).toMatchObject({ hasMore: false, points: [{ american: 100 }] });
      expect((await pageOf(id, { resolution: 'HOUR' }))?.points).toMatchObject([
        { american: 100, lowest: -150, highest: 120 },
      ]);
    });

    it('sums up no more points than its bound, and leaves out an interval that is not over by then', async () => {
      const points = Array.from({ length: 75 }, (_, n) => aPoint(NOON + n * 2_000));
      const [id = 0] = (await write({ points })).seriesIds;
      // A million points for so many series are fifty for each.
      const seriesIds = [id, ...Array.from({ length: 19_999 }, (_, n) => id + 1 + n)];
      const page = async (resolution: PointsQuery['resolution'], after: number | null = null) =>
        (await store.points({ ...ALL, seriesIds, resolution, after }))[0];
      const first = await page('MINUTE');
      expect(first).toMatchObject({ hasMore: true, points: [{ at: NOON + 58_000 }] });
      const rest = await page('MINUTE', NOON + 58_000);
      expect(rest).toMatchObject({
        hasMore: false,
        points: [{ at: NOON + 118_000 }, { at: NOON + 148_000 }],
      });
      expect(await page('HOUR')).toMatchObject({ hasMore: true, points: [] });
    });

    it('leaves out of the lowest and highest price of an interval what could not be bet', async () => {
      const points = [
        aPoint(NOON, { american: 120 }),
        aPoint(NOON + 1, { american: 0, status: 'suspended' }),
        aPoint(NOON + 2, { american: 130 }),
        aPoint(NOON + 3, { american: 500, status: 'removed' }),
        aPoint(NOON + MINUTE, { american: 0, status: 'suspended' }),
        aPoint(NOON + MINUTE + 1, { american: 500, status: 'removed' }),
      ];
      const [id] = (await write({ points })).seriesIds;
      const extremesOf = async (resolution: PointsQuery['resolution']) =>
        (await pageOf(id, { resolution }))?.points.map(({ at, status, lowest, highest }) => [
          at - NOON,
          status,
          lowest,
          highest,
        ]);
      expect(await extremesOf('MINUTE')).toEqual([
        [3, 'removed', 120, 130],
        [MINUTE + 1, 'removed', null, null],
      ]);
      expect(await extremesOf('HOUR')).toEqual([[MINUTE + 1, 'removed', 120, 130]]);
      expect(await extremesOf('TICK')).toEqual([
        [0, 'open', 120, 120],
        [1, 'suspended', null, null],
        [2, 'open', 130, 130],
        [3, 'removed', null, null],
        [MINUTE, 'suspended', null, null],
        [MINUTE + 1, 'removed', null, null],
      ]);
    });

    it('knows on each day what stood before it, until it is removed', async () => {
      const series = [aSeries(), aSeries({ upstreamId: '2' })];
      const { seriesIds } = await write({
        series,
        points: [aPoint(NOON), aPoint(NOON, { series: 1, american: 200 })],
      });
      await write({ series, points: [aPoint(NOON + 2 * DAY, { series: 1, status: 'removed' })] });
      const from = NOON + 2 * DAY - 1;
      const standing = { ...OPEN, at: NOON, american: -110 };
      expect((await pageOf(seriesIds[0], { from }))?.standing).toEqual(standing);
      await write({ points: [aPoint(NOON + 4 * DAY, { american: 7 })] });
      const at = async (time: number) =>
        (await store.standingAt({ eventIds: ['nba_one'] }, time)).flatMap(
          ({ series: { id }, point }) =>
            point === null ? [] : [[seriesIds.indexOf(id), point.at - NOON, point.american]],
        );
      expect(await at(NOON - 1)).toEqual([]);
      expect((await at(NOON + DAY)).sort()).toEqual([
        [0, 0, -110],
        [1, 0, 200],
      ]);
      expect(await at(NOON + 3 * DAY)).toEqual([[0, 0, -110]]);
      expect(await at(NOON + 4 * DAY)).toEqual([[0, 4 * DAY, 7]]);
    });

    it('takes points of an earlier day, and the days after begin with them', async () => {
      const { seriesIds } = await write({ points: [aPoint(NOON + 2 * DAY, { american: 300 })] });
      await write({ points: [aPoint(NOON, { american: 100 })] });
      await write({ points: [aPoint(NOON + DAY, { american: 200 })] });
      expect(await pricesOf(seriesIds[0])).toEqual([
        [0, 100],
        [DAY, 200],
        [2 * DAY, 300],
      ]);
      expect((await pageOf(seriesIds[0], { from: NOON + 2 * DAY - 1 }))?.standing?.american).toBe(
        200,
      );
      expect((await pageOf(seriesIds[0], { from: NOON + DAY - 1 }))?.standing?.american).toBe(100);
    });

    it('keeps the later days of an event when a day before them is made', async () => {
      const later = NOON + 2 * DAY;
      await write({ points: [aPoint(NOON), aPoint(later, { american: 120 })] });
      const other = { events: [anEvent({ id: 'other' })], series: [aSeries({ eventId: 'other' })] };
      await write({ ...other, points: [aPoint(NOON + DAY)] });
      const ids = { eventIds: ['nba_one'] };
      expect(await store.eventsIn({ from: later, to: later + 1 }, ids)).toHaveLength(1);
      await store.forgetBefore(later);
      expect(await store.seriesOf(ids)).toHaveLength(1);
    });

    it('keeps what still stands, although nothing has changed since the days that are forgotten', async () => {
      const { seriesIds } = await write({ points: [aPoint(NOON)] });
      await store.forgetBefore(NOON + 2 * DAY);
      const [price] = await store.standingAt({ eventIds: ['nba_one'] }, NOON + 2 * DAY);
      expect(price?.point).toMatchObject({ at: NOON, american: -110 });
      const other = { events: [anEvent({ id: 'other' })], series: [aSeries({ eventId: 'other' })] };
      const added = await write({ ...other, points: [aPoint(NOON + 2 * DAY)] });
      expect(added.seriesIds).not.toEqual(seriesIds);
    });

    it('keeps what still stands, although its point came after those of later days', async () => {
      const later = NOON + 2 * DAY;
      await write({ points: [aPoint(NOON + DAY), aPoint(later, { american: 120 })] });
      const title = { events: [anEvent({ id: 'title' })], series: [aSeries({ eventId: 'title' })] };
      await write({ ...title, points: [aPoint(NOON, { american: 777 })] });
      const ids = { eventIds: ['title'] };
      expect(await store.eventsIn({ from: later, to: later + 1 }, ids)).toHaveLength(1);
      await store.forgetBefore(later);
      expect(await store.seriesOf(ids)).toHaveLength(1);
      // Its number is not that of a new price, which would begin with its points.
      const fresh = { events: [anEvent({ id: 'new' })], series: [aSeries({ eventId: 'new' })] };
      const { seriesIds } = await write({ ...fresh, points: [aPoint(later + 1)] });
      expect(await pricesOf(seriesIds[0])).toEqual([[2 * DAY + 1, -110]]);
    });

    it('stores what stood when play began, and whether it could still be bet on', async () => {
      const series = ['1', '2', '3'].map((upstreamId) => aSeries({ upstreamId }));
      const startedAt = NOON + HOUR;
      await write({
        series,
        events: [anEvent({ startedAt })],
        points: [
          aPoint(NOON),
          aPoint(startedAt, { american: 400, isLive: true }),
          aPoint(NOON + 1, { series: 1, american: 150 }),
          aPoint(NOON + 2, { series: 1, american: 150, status: 'removed' }),
          aPoint(startedAt + 1, { series: 2, isLive: true }),
        ],
      });
      const closings = async () => {
        const found = await store.seriesOf({ eventIds: ['nba_one'] });
        return found.sort((a, b) => a.id - b.id).map(({ closing }) => closing);
      };
      const first = { at: NOON, american: -110, line: -3.5, status: 'open', isProvisional: false };
      const second = { ...first, at: NOON + 2, american: 150, status: 'removed' };
      expect(await closings()).toEqual([first, second, null]);
      // What changed just before play may be known only after another price has told that it began.
      await write({
        events: [anEvent({ startedAt: startedAt + 5 })],
        points: [aPoint(startedAt - 1, { american: -125, line: -4 })],
      });
      expect((await closings())[0]).toEqual({
        ...first,
        at: startedAt - 1,
        american: -125,
        line: -4,
      });
    });

    it('closes with the last point of the range that ends when play begins', async () => {
      const startedAt = NOON + HOUR;
      const points = [aPoint(NOON), aPoint(startedAt, { american: -130 })];
      const query = { events: [anEvent({ startsAt: startedAt })], points };
      const { seriesIds } = await write(query);
      expect(await pricesOf(seriesIds[0], { to: startedAt })).toEqual([[0, -110]]);
      const eventIds = ['nba_one'];
      for (const now of [startedAt - 1, startedAt + HOUR]) {
        const [closing] = await store.closings({ eventIds }, now);
        expect(closing).toMatchObject({ closing: { american: -110, isProvisional: true } });
      }
      await write({ events: [anEvent({ startedAt })], points: [] });
      const [final] = await store.seriesOf({ eventIds });
      expect(final).toMatchObject({ closing: { american: -110, isProvisional: false } });
    });

    it('closes a price that was taken down with what it was then, on whichever day that was', async () => {
      const midnight = NOON + DAY / 2;
      const startsAt = midnight + 10 * MINUTE;
      const removedAt = [midnight - 2 * DAY, midnight - MINUTE, midnight + MINUTE, null];
      const series = removedAt.map((_, index) => aSeries({ upstreamId: String(index) }));
      const points = removedAt.flatMap((at, index) => [
        aPoint(midnight - 3 * DAY + index, { series: index, american: 100 + index }),
        ...(at === null
          ? []
          : [aPoint(at, { series: index, american: 100 + index, status: 'removed' })]),
      ]);
      await write({ series, events: [anEvent({ startsAt })], points });
      const expected = removedAt.map((at, index) => ({
        at: at ?? midnight - 3 * DAY + index,
        american: 100 + index,
        line: -3.5,
        status: at === null ? 'open' : 'removed',
      }));
      const closings = async (now: number) => {
        const found = await store.closings({ eventIds: ['nba_one'] }, now);
        return found.sort((a, b) => a.id - b.id).map(({ closing }) => closing);
      };
      for (const now of [midnight + 5 * MINUTE, startsAt + HOUR]) {
        const provisional = expected.map((one) => ({ ...one, isProvisional: true }));
        expect(await closings(now)).toEqual(provisional);
      }
      // A price in play does not close, however early a sportsbook says that it is.
      const isLive = true;
      await write({
        series,
        events: [anEvent({ startsAt, startedAt: startsAt })],
        points: [aPoint(midnight + 2 * MINUTE, { series: 3, american: 500, isLive })],
      });
      const final = expected.map((one) => ({ ...one, isProvisional: false }));
      expect(await closings(startsAt + HOUR)).toEqual(final);
    });

    it('names the prices that have moved since a time, and what stood then', async () => {
      const series = [
        aSeries(),
        aSeries({ upstreamId: '2' }),
        aSeries({ sportsbook: 'fanduel', upstreamId: '3' }),
        aSeries({ sportsbook: 'fanduel', upstreamId: 'opened later' }),
        ...['line', 'closed', 'reopened', 'as likely'].map((selection) => aSeries({ selection })),
      ];
      const { seriesIds } = await write({
        series,
        points: [
          aPoint(NOON, { american: 100 }),
          aPoint(NOON + 10, { american: 110 }),
          aPoint(NOON + 12, { american: 120 }),
          aPoint(NOON + 1, { series: 1 }),
          aPoint(NOON - DAY, { series: 2, american: 110 }),
          aPoint(NOON + 20, { series: 2, american: 140 }),
          aPoint(NOON + 30, { series: 3, american: 300 }),
          ...[4, 5, 6, 7].flatMap((index) => [
            aPoint(NOON, { series: index, american: 100, ...(index === 6 && SUSPENDED) }),
            aPoint(NOON + 6, { series: index, american: 300, ...UNMOVED[index - 4] }),
          ]),
        ],
      });
      const since = async (time: number, limit = 10, filter = {}, minPercent = 0) =>
        (await store.movesSince(filter, time, minPercent, limit)).map((move) => [
          seriesIds.indexOf(move.series.id),
          move.before.american,
          move.point.american,
          move.firstMoveAt - NOON,
        ]);
      const all = [
        [2, 110, 140, 20],
        [0, 100, 120, 10],
      ];
      expect(await since(NOON + 5)).toEqual(all);
      expect(await since(NOON + 5, 10, { eventIds: ['nba_one'] })).toEqual(all);
      // From 47.6 % to 41.7 %, and from 50 % to 45.5 %.
      expect(await since(NOON + 5, 1)).toEqual(all.slice(0, 1));
      expect(await since(NOON + 5, 10, {}, 4.8)).toEqual(all.slice(0, 1));
      expect(await since(NOON + 5, 10, { sportsbooks: ['draftkings'] })).toEqual(all.slice(1));
      expect(await since(NOON + 5, 10, { leagues: ['nfl'] })).toEqual([]);
      expect(await since(NOON + 20)).toEqual([]);
    });

    it.each([
      ['within a day', NOON],
      ['over midnight', NOON + 12 * HOUR - 15],
    ])('follows a bet from one price of a sportsbook to another, %s', async (_, from) => {
      const removed = { status: 'removed' } as const;
      const { seriesIds } = await write({
        series: [
          ...['1', '2', '3', 'back'].map((upstreamId) => aSeries({ upstreamId })),
          aSeries({ upstreamId: '4', selection: 'Away', selectionType: 'away' }),
          ...['5', '6'].map((upstreamId) => aSeries({ upstreamId, player: 'Star' })),
          aSeries({ upstreamId: '7', player: 'Other' }),
        ],
        points: [
          // Both shift by one line; the last one of the ladder is removed, and one opens at a line that none had.
          aPoint(from, { series: 0, american: 100, line: 1 }),
          aPoint(from, { series: 1, american: 120, line: 2 }),
          aPoint(from, { series: 2, american: 150, line: 3 }),
          aPoint(from + 8, { series: 2, american: 150, line: 3, ...removed }),
          aPoint(from + 10, { series: 0, american: 200, line: 2 }),
          aPoint(from + 10, { series: 1, american: 300, line: 3 }),
          aPoint(from + 20, { series: 1, american: 310, line: 3 }),
          aPoint(from + 20, { series: 3, american: 500, line: 4 }),
          // The other side, which stays, and a player's, which is offered anew without a line.
          aPoint(from, { series: 4, american: 400, line: 2 }),
          aPoint(from, { series: 5, american: 130, line: null }),
          aPoint(from + 5, { series: 5, american: 130, line: null, ...removed }),
          aPoint(from + 18, { series: 6, american: 140, line: null }),
          // Another player's, at the line that none of the ladder had.
          aPoint(from, { series: 7, american: 130, line: 4 }),
          aPoint(from + 5, { series: 7, american: 130, line: 4, ...removed }),
        ],
      });
      const moves = await store.movesSince({}, from + 1, 0, 10);
      expect(
        moves.map(({ series, before, point, firstMoveAt }) => [
          seriesIds.indexOf(series.id),
          [before.american, before.line],
          [point.american, point.line],
          firstMoveAt - from,
        ]),
      ).toEqual([
        [1, [150, 3], [310, 3], 10],
        [0, [120, 2], [200, 2], 10],
        [6, [130, null], [140, null], 18],
      ]);
      expect(await store.movesSince({}, from + 1, 13, 10)).toHaveLength(1);
      expect(await store.movesSince({}, from + 20, 0, 10)).toEqual([]);
    });

    it('says when a price first became another one, which no suspension is', async () => {
      const suspended = { series: 0, status: 'suspended' } as const;
      await write({
        series: [aSeries(), aSeries({ upstreamId: '2' })],
        points: [
          ...[0, 1].map((series) => aPoint(NOON, { series, american: 100 })),
          aPoint(NOON + 10, { ...suspended, american: 100 }),
          aPoint(NOON + 20, { series: 0, american: 100 }),
          aPoint(NOON + 30, { series: 0, american: 100, isLive: true }),
          aPoint(NOON + 50, { series: 1, american: 200 }),
          aPoint(NOON + 90, { series: 0, american: 200 }),
        ],
      });
      const moves = await store.movesSince({}, NOON, 0, 10);
      expect(
        moves.map(({ series, firstMoveAt }) => [series.upstreamId, firstMoveAt - NOON]).sort(),
      ).toEqual([
        ['1', 90],
        ['2', 50],
      ]);
    });

    it('names what has moved since anything was recorded, where the time is before that', async () => {
      await write({
        points: [aPoint(NOON - 1, { american: 100 }), aPoint(NOON + 10, { american: 150 })],
        coverage: { from: NOON, to: NOON + 20 },
      });
      for (const time of [NOON + 1, NOON - 60_000, NOON - 2 * DAY]) {
        expect(await store.movesSince({}, time, 0, 10)).toMatchObject([
          { before: { american: 100 }, point: { american: 150 }, firstMoveAt: NOON + 10 },
        ]);
      }
    });

    it('names what was recorded of a range, and the gaps in it', async () => {
      const coverage = (from: number, to: number) =>
        aBatch({ coverage: { from: NOON + from, to: NOON + to }, points: [aPoint(NOON)] });
      for (const batch of [
        coverage(0, 10),
        coverage(0, 20),
        coverage(0, 15),
        coverage(15, 30),
        coverage(50, 60),
      ]) {
        await store.append(batch);
      }
      const range = { from: NOON - 5, to: NOON + 55 };
      expect(await store.coverage(range)).toEqual({
        spans: [
          { from: NOON, to: NOON + 30 },
          { from: NOON + 50, to: NOON + 55 },
        ],
        gaps: [
          { from: NOON - 5, to: NOON },
          { from: NOON + 30, to: NOON + 50 },
        ],
      });
      expect(await store.summary()).toMatchObject({
        since: NOON,
        size: expect.any(Number),
      });
    });

    it('lets one recorder go on where another has stopped, and refuses one that was overtaken', async () => {
      const recorded = (after: number | null, to: number, epoch = 'one') =>
        write({
          points: [aPoint(NOON + to)],
          coverage: { from: NOON, to: NOON + to },
          position: {
            after: after === null ? null : { epoch, version: after },
            to: { epoch, version: to },
          },
        });
      expect(await store.position()).toBeNull();
      expect(await recorded(null, 10)).toMatchObject({ refusedAt: null });
      expect(await recorded(10, 20)).toMatchObject({ refusedAt: null });
      expect(await recorded(10, 20)).toMatchObject({ points: 0, refusedAt: null });
      expect(await recorded(10, 15)).toEqual({
        seriesIds: [],
        points: 0,
        refusedAt: { epoch: 'one', version: 20 },
      });
      expect(await recorded(20, 25, 'two')).toMatchObject({
        refusedAt: { epoch: 'one', version: 20 },
      });
      expect(await store.position()).toEqual({
        position: { epoch: 'one', version: 20 },
        span: { from: NOON, to: NOON + 20 },
      });
    });

    it('knows what stands now, and what has been removed today', async () => {
      const series = [aSeries(), aSeries({ upstreamId: '2' })];
      const { seriesIds } = await write({
        series,
        points: [
          aPoint(NOON, { line: null }),
          aPoint(NOON, { series: 1 }),
          aPoint(NOON + 1, { series: 1, status: 'removed' }),
        ],
      });
      const [one, other] = seriesIds;
      const [listed, removed] = [0, 4];
      expect([...(await store.standing())]).toEqual([
        ...[one, NOON, -110, Number.NaN, listed],
        ...[other, NOON + 1, -110, -3.5, removed],
      ]);
    });

    it('forgets whole days, with the series and events that end in them, but not what still stands', async () => {
      const old = aSeries({ eventId: 'nba_old', upstreamId: '2' });
      const { seriesIds } = await write({
        series: [aSeries(), old],
        events: [anEvent(), anEvent({ id: 'nba_old' })],
        points: [
          aPoint(NOON),
          aPoint(NOON, { series: 1 }),
          aPoint(NOON + 1, { series: 1, status: 'removed' }),
        ],
        coverage: { from: NOON, to: NOON + DAY },
      });
      await write({ points: [aPoint(NOON + DAY, { american: 120 })] });
      await store.forgetBefore(NOON + DAY);
      expect(await pricesOf(seriesIds[0])).toEqual([
        [0, -110],
        [DAY, 120],
      ]);
      expect((await pageOf(seriesIds[0], { from: NOON + 1 }))?.standing?.american).toBe(-110);
      expect((await pageOf(seriesIds[0], { from: NOON + DAY }))?.standing?.american).toBe(-110);
      expect(await store.seriesOf({ eventIds: ['nba_old'] })).toEqual([]);
      expect(
        (await store.seriesOf({ eventIds: ['nba_one'] })).map(({ opening }) => opening?.at),
      ).toEqual([NOON]);
      const midnight = NOON + DAY / 2;
      expect((await store.coverage({ from: NOON, to: NOON + DAY })).gaps).toEqual([
        { from: NOON, to: midnight },
      ]);
    });

    it('forgets events that never had a point with the day of their start', async () => {
      const events = [0, 1].map((day) => anEvent({ id: `nba_${day}`, startsAt: NOON + day * DAY }));
      const series = events.map(({ id }) => aSeries({ eventId: id }));
      await write({ series, events });
      await store.forgetBefore(NOON + DAY);
      const all = await store.eventsStartingIn({ from: 0, to: Number.MAX_SAFE_INTEGER }, {});
      expect(all.map(({ id }) => id)).toEqual(['nba_1']);
      const left = await store.seriesOf({ eventIds: ['nba_0', 'nba_1'] });
      expect(left.map(({ eventId }) => eventId)).toEqual(['nba_1']);
    });

    it.each(['open', 'removed'] as const)(
      'keeps what stands when an import of what was %s is older than all days that are kept',
      async (status) => {
        await write({ points: [aPoint(NOON), aPoint(NOON + DAY, { american: 120 })] });
        const other = [aSeries({ upstreamId: '2' })];
        await write({ series: other, points: [aPoint(NOON + 2 * DAY)] });
        await write({ series: other, points: [aPoint(NOON + 3 * DAY)] });
        await store.forgetBefore(NOON + 2 * DAY); // 120 is now only in what the days begin with.
        const older = aPoint(NOON - DAY, { american: -150, status });
        await write({ points: [older], isImport: true });
        const filter = { eventIds: ['nba_one'], upstreamIds: ['1'] };
        for (const day of [2, 3]) {
          const [price] = await store.standingAt(filter, NOON + day * DAY);
          expect(price?.point).toMatchObject({ at: NOON + DAY, american: 120 });
        }
      },
    );

    it('is the same after it has been closed and opened again', async () => {
      const { seriesIds } = await write({ points: [aPoint(NOON)] });
      await store.close();
      store = await openHere(url);
      expect(await pricesOf(seriesIds[0])).toEqual([[0, -110]]);
      expect((await write({ points: [aPoint(NOON + 1)] })).seriesIds).toEqual(seriesIds);
    });
  });
}
