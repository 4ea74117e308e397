import { signal } from '@preact/signals';
import {
  BoardEventsDocument,
  type BoardEventsQuery,
  type EventFilter,
  type EventSummaryFragment,
} from '../../../generated/board/graphql.ts';
import { request } from '../graph/request.ts';
import { report, trouble } from '../session/account.ts';

export type EventSummary = EventSummaryFragment;

/** The events of the board by id, with their scores. */
export const events = signal<ReadonlyMap<string, EventSummary>>(new Map());

/** Events and their scores are read this often, while the tab is visible. */
const REFRESH_MS = 15_000;

/** A reading ends after at most this many pages of events. */
const PAGES_MAX = 10;

/** Keeps the events current until the returned function is called. */
export function followEvents(filter: EventFilter): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = async () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') await load(filter, stop.signal);
    if (!stop.signal.aborted) timer = setTimeout(refresh, REFRESH_MS);
  };
  void refresh();
  document.addEventListener('visibilitychange', refresh, { signal: stop.signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

async function load(filter: EventFilter, signal: AbortSignal): Promise<void> {
  try {
    const found = new Map<string, EventSummary>();
    let after: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { data }: { data: BoardEventsQuery } = await request(
        BoardEventsDocument,
        { filter, after },
        { signal },
      );
      for (const event of data.events?.nodes ?? []) found.set(event.id, event);
      after = data.events?.pageInfo.endCursor ?? null;
      if (!data.events?.pageInfo.hasNextPage) break;
    }
    events.value = found;
    trouble.value = null;
  } catch (error) {
    if (!signal.aborted) report(error);
  }
}

/** Adds events that were read together with their prices. */
export function addEvents(added: readonly EventSummary[]): void {
  if (added.length === 0) return;
  events.value = new Map([...events.value, ...added.map((event) => [event.id, event] as const)]);
}
