import type { Connection } from '../connection/client-connection.ts';
import { follow, type LinkState } from '../connection/keep-open.ts';
import type { Params } from '../typed-document.ts';

interface OddsFollower<Event> {
  /** The parameters of a subscription that resumes after a cursor, or begins with a snapshot. */
  readonly params: (after: string | null) => Params;
  readonly onEvent: (event: Event) => void;
  readonly onState: (link: LinkState) => void;
}

/** The cursor at which a subscription resumes; null if it begins with a snapshot. */
export interface Position {
  after: string | null;
}

/** Hands on the events of `liveOdds`, over lost connections, until the returned function is called. */
export function followOdds<Event extends object>(
  connection: Connection,
  { params, onEvent, onState }: OddsFollower<Event>,
  position: Position = { after: null },
): () => void {
  const forgetCursor = () => {
    const isResuming = position.after !== null;
    position.after = null;
    return isResuming;
  };
  return follow<{ readonly liveOdds: Event | null }>(connection, {
    params: () => params(position.after),
    forgetCursor,
    onState(link) {
      // Prices are now read otherwise, if at all, so only a snapshot can take their place.
      if (link.kind === 'limited') forgetCursor();
      onState(link);
    },
    onData({ liveOdds: event }) {
      if (event === null) return;
      onEvent(event);
      if (!('cursor' in event)) return;
      // After a part of a snapshot nothing can be resumed: the other parts would be missing.
      const isPart = 'isLast' in event && event.isLast === false;
      position.after = isPart ? null : String(event.cursor);
    },
  });
}
