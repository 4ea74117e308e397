import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { DeltaOdds } from '../../../src/contract/stream.ts';
import type { StreamFrame } from '../../../src/upstream/stream/stream-frames.ts';

type FrameOf<Kind> = Extract<StreamFrame, { readonly kind: Kind }>;

/** The frames of upstream's streams of odds, as it sends them. */
export const frames = {
  connected(reconnected = false): FrameOf<'connected'> {
    const filters = { sportsbook: null, sport: null, league: null, event: null, market: null };
    const data = { stream_id: 'stream_1', channel: 'odds', filters, reconnected };
    return { kind: 'connected', data };
  },

  /** New prices, or a part of a snapshot; the whole one by default. */
  snapshot(odds: readonly Odds[], offset = 0, total = odds.length): FrameOf<'snapshot'> {
    const count = odds.length;
    const data = { odds: [...odds], count, total, offset, has_more: offset + count < total };
    return { kind: 'snapshot', data };
  },

  complete(odds: readonly Odds[]): FrameOf<'snapshot:complete'> {
    const books = [...new Set(odds.map(({ sportsbook }) => sportsbook))];
    const data = { status: 'ready', books, total_odds: odds.length };
    return { kind: 'snapshot:complete', data };
  },

  /** Changes of prices, which may be broken ones. */
  update(odds: readonly object[]): FrameOf<'odds:update'> {
    const data = {
      odds: odds as DeltaOdds[],
      count: odds.length,
      book: 'draftkings',
      partial: false,
    };
    return { kind: 'odds:update', data };
  },

  removal(ids: readonly string[]): FrameOf<'odds:removed'> {
    return { kind: 'odds:removed', data: { ids: [...ids], count: ids.length, book: 'draftkings' } };
  },
};
