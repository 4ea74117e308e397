import { signal } from '@preact/signals';
import type { Answer } from '../../../client/odds-client.ts';
import {
  BoardEventsDocument,
  type EventFilter,
  type EventSummaryFragment,
} from '../../../generated/board/graphql.ts';
import { keepReading } from '../graph/keep-reading.ts';
import { request } from '../graph/request.ts';
import { forEachAccount } from '../session/tab-credential.ts';

export type EventSummary = EventSummaryFragment;

/** The events of the board by id, with their scores. */
export const events = signal<ReadonlyMap<string, EventSummary>>(new Map());

forEachAccount(() => {
  events.value = new Map();
});

/** Events and their scores are read this often, while the tab is shown. */
const REFRESH_MS = 15_000;

/** A reading ends after at most this many pages of events. */
const PAGES_MAX = 10;

/** Keeps the events current until the returned function is called. */
export function followEvents(filter: EventFilter): () => void {
  return keepReading({
    everyMs: () => REFRESH_MS,
    async read(signal) {
      const found: EventSummary[] = [];
      const readPage = (after: string | null) =>
        request(BoardEventsDocument, { filter, after }, { signal });
      for await (const nodes of eventPages(readPage)) found.push(...nodes);
      events.value = new Map(found.map((event) => [event.id, event]));
    },
  });
}

interface EventConnection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

type PageAnswer<Node> = Answer<{ readonly events: EventConnection<Node> | null }>;

/** The events of each page, of which `read` reads the one after a cursor. */
export async function* eventPages<Node>(
  read: (after: string | null) => Promise<PageAnswer<Node>>,
): AsyncGenerator<readonly Node[]> {
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { data }: PageAnswer<Node> = await read(after);
    yield data.events?.nodes ?? [];
    if (!data.events?.pageInfo.hasNextPage) return;
    after = data.events.pageInfo.endCursor;
  }
}
