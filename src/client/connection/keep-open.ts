import type { Params } from '../typed-document.ts';
import { untilAborted, wait, waitUntilBack, waitUntilVisible } from './browser.ts';
import type { Connection } from './client-connection.ts';
import { asGraphError, GraphError, type ResponseError, unreachable } from './graph-error.ts';

/** How a subscription is doing. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** The subscription ended, or could not be opened, and another attempt follows. */
  | { readonly kind: 'lost'; readonly failure: GraphError }
  /** The server refused it, and would refuse it again. */
  | { readonly kind: 'refused'; readonly failure: GraphError };

export interface Follower<Data> {
  /** Called before each attempt, so that a subscription resumes at its last cursor. */
  readonly params: () => Params;
  /** Makes the next attempt begin with a snapshot. Returns whether it would have resumed at a cursor otherwise. */
  readonly forgetCursor?: () => boolean;
  /** Called with each result, and the errors of fields that are therefore null in it. */
  readonly onData: (data: Data, errors: readonly ResponseError[]) => void;
  readonly onState: (state: LinkState) => void;
}

const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;
/** The wait before the next attempt while there is no stream to be had, unless the server says how long. */
const NO_STREAM_MS = 10_000;

/**
 * If nothing arrives in this time after a cursor, the subscription begins anew. Either nothing has changed since, or the
 * server has no current prices yet: only a snapshot shows which.
 */
const SILENCE_MS = 5_000;

/**
 * Keeps a subscription open until the returned function is called or the connection is closed. A lost one is reopened, if
 * the page is visible; a refused one only if the connection is renewed.
 */
export function follow<Data>(connection: Connection, follower: Follower<Data>): () => void {
  const stop = new AbortController();
  const { closed } = connection;
  void keepOpen(connection, follower, AbortSignal.any([stop.signal, closed])).then(() => {
    if (closed.aborted) follower.onState({ kind: 'connecting' }); // What is held is no longer current.
  });
  return () => stop.abort();
}

async function keepOpen<Data>(
  connection: Connection,
  follower: Follower<Data>,
  signal: AbortSignal,
): Promise<void> {
  let isLost = false;
  for (let failures = 0; !signal.aborted; failures += 1) {
    if (!isLost) follower.onState({ kind: 'connecting' });
    await waitUntilVisible(signal);
    const { renewed } = connection;
    const failure = await openOnce<Data>(connection, signal, {
      ...follower,
      onData(data, errors) {
        failures = 0;
        isLost = false;
        follower.onData(data, errors);
      },
    }).catch(asGraphError);
    if (signal.aborted) return;
    const until = AbortSignal.any([signal, renewed]);
    if (failure?.isFinal && !until.aborted) {
      follower.onState({ kind: 'refused', failure });
      await untilAborted(until);
    } else if ((failure !== null || failures > 0) && !until.aborted) {
      isLost = true; // Stays true over further attempts, until data arrives.
      const lost = failure ?? unreachable('The connection ended.');
      follower.onState({ kind: 'lost', failure: lost });
      await wait((lost.retryAfterSeconds ?? 0) * 1_000, until);
      // The wait is varied by up to 25 %, so that not all clients come back at once.
      await waitUntilBack(delayMs(lost, failures) * (0.75 + Math.random() / 2), until);
    }
    if (!renewed.aborted) continue;
    isLost = false;
    failures = -1;
  }
}

function delayMs({ retryAfterSeconds, code }: GraphError, failures: number): number {
  if (code === 'STREAM_LIMIT_EXCEEDED' && retryAfterSeconds === null) return NO_STREAM_MS;
  return Math.min(RETRY_MIN_MS * 2 ** failures, RETRY_MAX_MS);
}

/** Runs the subscription once. Resolves after a regular end, or if it has to begin anew; rejects after any other. */
async function openOnce<Data>(
  connection: Connection,
  signal: AbortSignal,
  { params, forgetCursor, onData, onState }: Follower<Data>,
): Promise<null> {
  if (signal.aborted) return null;
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener('abort', end);
  const silence = setTimeout(() => {
    if (forgetCursor?.()) end();
  }, SILENCE_MS);
  let isOpen = false;
  try {
    for await (const { data, errors = [] } of connection.iterate(params(), stop.signal)) {
      clearTimeout(silence);
      if (signal.aborted) return null;
      if (isVoid(data)) throw new GraphError(errors[0] ?? { message: 'No data.' });
      if (!isOpen) onState({ kind: 'open' });
      isOpen = true;
      onData(data as Data, errors);
    }
    return null;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Whether no root field has a value. */
function isVoid(data: unknown): boolean {
  return data == null || Object.values(data).every((value) => value == null);
}
