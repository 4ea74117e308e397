import type { Static, TSchema } from 'typebox';
import { type Event, EventGameState } from '../../src/contract/events.ts';
import type { LowHoldOpportunity } from '../../src/contract/opportunities.ts';
import { EventsPage } from '../../src/contract/routes/events.ts';
import type { StreamEventKind } from '../../src/contract/stream.ts';
import type { Tier } from '../../src/contract/tiers.ts';
import { Maybe, type PageOf, paginationOf } from '../../src/contract/wire.ts';
import { contractProblems } from '../harness/clients/contract-problems.ts';
import { SseReader } from '../harness/clients/sse-reader.ts';
import type { Api } from './api.ts';

/** The upcoming event with prices at the most sportsbooks. */
export async function anyEvent(api: Api): Promise<Event> {
  const { data } = await api.read(EventsPage, '/events?live=false&limit=200');
  const event = data.toSorted((a, b) => b.book_count - a.book_count)[0];
  if (event === undefined) throw new Error('The service has no upcoming event.');
  return event;
}

/** A live event with a score. */
export async function anyLiveEvent(api: Api): Promise<Event> {
  const { data } = await api.read(EventsPage, '/events?has_score=true&live=true&limit=200');
  const event = data.find(({ book_count: books }) => books > 0);
  if (event === undefined) throw new Error('The service has no live event with a score.');
  return event;
}

/** Every page of a list, by cursor where there are cursors, and otherwise by offset. */
export async function* pagesOf<T extends TSchema>(
  api: Api,
  schema: T,
  path: string,
): AsyncGenerator<Static<T>, void, undefined> {
  for (let next: string | undefined = path; next !== undefined; ) {
    const body: Static<T> = await api.read(schema, next);
    yield body;
    const { next_cursor: cursor, next_offset: offset } =
      paginationOf(body as PageOf<unknown>) ?? {};
    if (cursor) next = `${path}&cursor=${cursor}`;
    else if (offset) next = `${path}&offset=${offset}`;
    else next = undefined;
  }
}

/**
 * Whether a low hold has a score as events have it, and links on all sides. The specification leaves both open, so readers
 * accept less.
 */
export function isWhole({ game_state: state, side1, side2, side3 }: LowHoldOpportunity): boolean {
  const hasLinks = [side1, side2, side3].every((side) => !side || side.deep_links);
  return hasLinks && contractProblems(Maybe(EventGameState), state) === '';
}

/** The kinds of the events that were read from all streams. */
export const receivedKinds = new Set<StreamEventKind>();

interface Reading {
  /** The tier whose key is sent; null sends none. Enterprise by default. */
  readonly tier?: Tier | null;
  readonly headers?: Record<string, string>;
}

/** Opens a stream, reads from it, and always closes it. */
export async function reading(
  api: Api,
  path: string,
  read: (stream: SseReader) => Promise<void>,
  { tier = 'enterprise', headers = {} }: Reading = {},
): Promise<void> {
  const key: Record<string, string> = tier === null ? {} : { 'x-api-key': api.keyOf(tier) };
  const stream = await SseReader.open(api.urlOf(path), { ...key, ...headers });
  try {
    await read(stream);
  } finally {
    for (const { kind } of stream.events) receivedKinds.add(kind);
    await stream.close();
  }
}
