import type { Connection } from '../connection/client-connection.ts';
import type { ResponseError } from '../connection/graph-error.ts';
import { follow, type LinkState } from '../connection/keep-open.ts';
import type { Params } from '../typed-document.ts';

interface ResumingFollower<Data> {
  /** The parameters of a subscription that resumes after a cursor, or begins with a snapshot. */
  readonly params: (after: string | null) => Params;
  readonly onData: (data: Data, errors: readonly ResponseError[]) => void;
  readonly onState: (link: LinkState) => void;
}

/** The cursor at which a subscription resumes; null if it begins with a snapshot. */
export interface Position {
  after: string | null;
}

/** Hands on the results of a subscription, over lost connections, until the returned function is called. */
export function followResuming<Data extends object>(
  connection: Connection,
  { params, onData, onState }: ResumingFollower<Data>,
  position: Position = { after: null },
): () => void {
  const forgetCursor = () => {
    const isResuming = position.after !== null;
    position.after = null;
    return isResuming;
  };
  return follow<Data>(connection, {
    params: () => params(position.after),
    forgetCursor,
    onState,
    onData(data, errors) {
      onData(data, errors);
      const [event] = Object.values(data) as ({ cursor?: unknown; isLast?: unknown } | null)[];
      if (event?.cursor === undefined) return;
      // After a part of a snapshot nothing can be resumed: the other parts would be missing.
      position.after = event.isLast === false ? null : String(event.cursor);
    },
  });
}
