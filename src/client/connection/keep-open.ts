import type { Params } from '../typed-document.ts';
import { pause, waitUntilVisible } from './browser.ts';
import type { Connection } from './client-connection.ts';
import { asGraphError, GraphError } from './graph-error.ts';

/** How a subscription is doing. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** The subscription ended, or could not be opened, and another attempt follows. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The server has no stream for this caller at the moment. Another attempt follows. */
  | { readonly kind: 'limited' }
  /** The server refused it, and would refuse it again. */
  | { readonly kind: 'refused'; readonly failure: GraphError };

export interface Follower<Data> {
  /** Called before each attempt, so that a subscription resumes at its last cursor. */
  readonly params: () => Params;
  /** Makes the next attempt begin with a snapshot. Returns whether it would have resumed at a cursor otherwise. */
  readonly forgetCursor?: () => boolean;
  readonly onData: (data: Data) => void;
  readonly onState: (state: LinkState) => void;
}

const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;
/** The wait before the next attempt while there is no stream to be had. */
const NO_STREAM_MS = 10_000;

/**
 * If nothing arrives in this time after a cursor, the subscription begins anew. Either nothing has changed since, or the
 * server has no current prices yet: only a snapshot shows which.
 */
const SILENCE_MS = 5_000;

/**
 * Keeps a subscription open until the returned function is called or the connection is closed. A lost one is reopened, if
 * the page is visible.
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
    await waitUntilVisible(signal);
    if (signal.aborted) return;
    if (!isLost) follower.onState({ kind: 'connecting' });
    let credential: string | null = null;
    const failure = await connection
      .credential()
      .then((current) => {
        credential = current;
        return openOnce<Data>(connection, signal, {
          ...follower,
          onData(data: Data) {
            failures = 0;
            isLost = false;
            follower.onData(data);
          },
        });
      })
      .catch(asGraphError);
    if (signal.aborted) return;
    // The wait is varied by up to 25 %, so that not all clients come back at once.
    const wait = Math.min(RETRY_MIN_MS * 2 ** failures, RETRY_MAX_MS) * (0.75 + Math.random() / 2);
    const asked = (failure?.retryAfterSeconds ?? 0) * 1_000;
    if (failure?.code === 'STREAM_LIMIT_EXCEEDED') {
      isLost = true;
      follower.onState({ kind: 'limited' });
      await pause(asked || NO_STREAM_MS, signal);
    } else if (failure?.isFinal) {
      follower.onState({ kind: 'refused', failure });
      if (failure.code !== 'UNAUTHENTICATED') return;
      if ((await connection.credential(credential).catch(() => credential)) === credential) return;
      isLost = false; // Another credential starts with `connecting` again.
      await pause(wait, signal);
    } else if (failure !== null || failures > 0) {
      isLost = true; // Stays true over further attempts, until data arrives.
      follower.onState({ kind: 'lost', message: failure?.message ?? 'The connection ended.' });
      await pause(asked + wait, signal);
    }
  }
}

/** Runs the subscription once. Resolves after a regular end, or if it has to begin anew; rejects after any other. */
async function openOnce<Data>(
  connection: Connection,
  signal: AbortSignal,
  { params, forgetCursor, onData, onState }: Follower<Data>,
): Promise<null> {
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener('abort', end);
  const silence = setTimeout(() => {
    if (forgetCursor?.()) end();
  }, SILENCE_MS);
  try {
    for await (const { data, errors } of connection.iterate(params(), stop.signal)) {
      clearTimeout(silence);
      if (signal.aborted) return null;
      if (isVoid(data)) throw new GraphError(errors?.[0] ?? { message: 'No data.' });
      onState({ kind: 'open' });
      onData(data as Data);
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
