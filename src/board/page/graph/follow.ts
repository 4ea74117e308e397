import type { TypedDocumentString } from '../../../generated/board/graphql.ts';
import { waitForCredential } from '../session/tab-credential.ts';
import { failureOf, GraphFailure } from './graph-failure.ts';
import { documentId } from './request.ts';
import { reconnect, sharedClient, waitUntilVisible } from './shared-connection.ts';

/** How a subscription is doing. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** The subscription ended, or could not be opened, and another attempt follows. */
  | { readonly kind: 'lost'; readonly message: string }
  /** Other tabs have all connections that the page may use for streams. Another attempt follows. */
  | { readonly kind: 'crowded' }
  /** The server has no stream for this caller at the moment. Another attempt follows. */
  | { readonly kind: 'limited' }
  /** The server refused it, and would refuse it again. */
  | { readonly kind: 'refused'; readonly failure: GraphFailure };

interface Follower<Data, Variables> {
  /** Called before each attempt, so that a subscription resumes at its last cursor. */
  readonly variables: () => Variables;
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

/** Keeps a subscription open until the returned function is called. A lost one is reopened, if the page is visible. */
export function follow<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  follower: Follower<Data, Variables>,
): () => void {
  const stop = new AbortController();
  void keepOpen(document, follower, stop.signal);
  return () => stop.abort();
}

async function keepOpen<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  follower: Follower<Data, Variables>,
  signal: AbortSignal,
): Promise<void> {
  let isLost = false;
  for (let failures = 0; !signal.aborted; failures += 1) {
    await waitUntilVisible(signal);
    await waitForCredential(signal);
    if (signal.aborted) return;
    if (!isLost) follower.onState({ kind: 'connecting' });
    const failure = await openOnce(document, signal, {
      ...follower,
      onData(data) {
        failures = 0;
        isLost = false;
        follower.onData(data);
      },
    }).catch(asFailure);
    if (signal.aborted) return;
    if (failure === 'crowded' || failure?.code === 'STREAM_LIMIT_EXCEEDED') {
      isLost = true;
      follower.onState({ kind: failure === 'crowded' ? 'crowded' : 'limited' });
      await pause(NO_STREAM_MS, signal);
    } else if (failure instanceof GraphFailure && failure.isFinal) {
      follower.onState({ kind: 'refused', failure });
      if (failure.code !== 'UNAUTHENTICATED') return;
      isLost = false; // Another credential starts with `connecting` again.
    } else if (failure !== null || failures > 0) {
      const message = failure?.message ?? 'The connection ended.';
      isLost = true; // Stays true over further attempts, until data arrives.
      follower.onState({ kind: 'lost', message });
      // The wait is varied by up to 25 %, so that not all clients come back at once.
      const wait = Math.min(RETRY_MIN_MS * 2 ** failures, RETRY_MAX_MS);
      await pause(
        ((failure?.retryAfterSeconds ?? 0) * 1_000 || wait) * (0.75 + Math.random() / 2),
        signal,
      );
    }
  }
}

/**
 * Runs the subscription once. Resolves to null after a regular end, or if it has to begin anew, and to `crowded` if other
 * tabs have all streams. Rejects with the reason for any other end.
 */
async function openOnce<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  signal: AbortSignal,
  { variables, forgetCursor, onData, onState }: Follower<Data, Variables>,
): Promise<'crowded' | null> {
  const client = await sharedClient();
  if (client === null) return 'crowded';
  const params = { documentId: documentId(document), variables: variables() };
  // graphql-sse sends these parameters as they are, although its type requires the query's text.
  const results = client.iterate<Data>(params as unknown as { query: string });
  const end = () => void results.return?.();
  signal.addEventListener('abort', end);
  const silence = setTimeout(() => {
    if (forgetCursor?.()) end();
  }, SILENCE_MS);
  try {
    for await (const { data, errors } of results) {
      clearTimeout(silence);
      if (signal.aborted) return null;
      const [error] = errors ?? [];
      if (isVoid(data)) throw new GraphFailure(error ?? { message: 'No data.' });
      onState({ kind: 'open' });
      onData(data as Data);
    }
    return null;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
  }
}

/** Whether no root field has a value. */
function isVoid(data: unknown): boolean {
  return data == null || Object.values(data).every((value) => value == null);
}

async function asFailure(error: unknown): Promise<GraphFailure> {
  if (error instanceof GraphFailure) return error;
  const response = (error as { response?: Response }).response;
  if (response instanceof Response) {
    if (response.status === 404 || response.status === 409) reconnect(); // The shared stream is gone.
    return failureOf(response);
  }
  const extensions = { code: 'UNREACHABLE' };
  return new GraphFailure({ message: 'The server cannot be reached.', extensions });
}

/** Waits. Ends early when the browser is online again or the page is shown. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const ended = new AbortController();
    const timer = setTimeout(done, ms);
    const until = { signal: ended.signal };
    addEventListener('online', done, until);
    document.addEventListener('visibilitychange', done, until);
    signal.addEventListener('abort', done, until);
  });
}
