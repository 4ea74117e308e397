import type { Params } from '../typed-document.ts';
import { untilAborted, wait, waitUntilBack, waitUntilVisible } from './browser.ts';
import type { Connection } from './client-connection.ts';
import { GraphError, isVoid, type ResponseError, unreachable } from './graph-error.ts';

/** How a subscription is doing. */
export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** The subscription ended, or could not be opened, and another attempt follows. */
  | { readonly kind: 'lost'; readonly failure: GraphError }
  /** The server refused it, and would refuse it again, or the client is closed. */
  | { readonly kind: 'refused'; readonly failure: GraphError };

export interface Follower<Data> {
  /** The parameters of an attempt that resumes after a cursor, or begins with a snapshot. */
  readonly params: (after: string | null) => Params;
  /** Called with each result, and the errors of fields that are therefore null in it. What it throws refuses it. */
  readonly onData: (data: Data, errors: readonly ResponseError[]) => void;
  readonly onState: (state: LinkState) => void;
  /** Called when the caller may not see what came before. */
  readonly forget?: () => void;
}

/** Where a subscription stands. */
export interface Position {
  /** The cursor at which it resumes; null if it begins with a snapshot, or has no cursors. */
  after: string | null;
  /** Aborts when what has come may be another user's. */
  renewed: AbortSignal;
}

const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;
/** A server that asks for a longer wait is asked again after this one: what it says may be a proxy's, and soon over. */
const TOLD_MAX_SECONDS = 120;
/** An attempt that has brought data, and lasted so long, was none that failed. */
const LASTED_MS = 1_000;
/** The wait before the next attempt while there is no stream to be had, unless the server says how long. */
const NO_STREAM_MS = 10_000;

/**
 * If nothing arrives in this time after a cursor, the subscription begins anew: a server that has no more to tell says
 * at once that this was all.
 */
const SILENCE_MS = 5_000;

/**
 * Keeps a subscription open until the returned function is called or the connection is closed. A lost one is reopened, if
 * the page is visible; a refused one only if the connection is renewed.
 */
export function follow<Data extends object>(
  connection: Connection,
  follower: Follower<Data>,
  position: Position,
): () => void {
  JSON.stringify(follower.params(null)); // What cannot be sent is no failure of the connection: it throws here.
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, connection.closed]);
  void keepOpen(connection, follower, position, signal).then(() => {
    if (stop.signal.aborted) return;
    follower.onState({ kind: 'refused', failure: asFailure(new Error('The client is closed.')) });
  });
  return () => stop.abort();
}

/** Leaves what a listener throws uncaught: it is no failure of the connection, or of other listeners. */
export function uncaught<Told extends unknown[]>(listener: (...told: Told) => void) {
  return (...told: Told) => {
    try {
      listener(...told);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}

async function keepOpen<Data extends object>(
  connection: Connection,
  follower: Follower<Data>,
  position: Position,
  signal: AbortSignal,
): Promise<void> {
  let isLost = false;
  let { renewed } = connection;
  // `failedBefore` counts the attempts in a row that had failed before the present one.
  for (let failedBefore = 0; !signal.aborted; failedBefore += 1) {
    if (renewed.aborted) {
      isLost = false;
      failedBefore = 0;
    }
    if (!isLost) follower.onState({ kind: 'connecting' });
    await waitUntilVisible(signal);
    renewed = connection.renewed;
    const begunAt = Date.now();
    let hasData = false;
    const noted: Follower<Data> = {
      ...follower,
      onData(data, errors) {
        if (!hasData) follower.onState({ kind: 'open' });
        hasData = true;
        isLost = false;
        position.renewed = renewed;
        follower.onData(data, errors);
      },
    };
    const opened = openOnce(connection, noted, position, signal);
    let failure = await opened.catch(asFailure);
    if (signal.aborted) return;
    if (renewed.aborted) continue;
    if (hasData && Date.now() - begunAt >= LASTED_MS) failedBefore = 0;
    // A token that has expired is a regular end, as the next attempt has another, perhaps in the cookie of a page that shows
    // none itself. One that is refused after it is not.
    const isRefused = failure?.code === 'UNAUTHENTICATED';
    const isOver = isRefused && (!failure?.isFinal || (hasData && connection.shown === null));
    if (isOver && failedBefore === 0) failure = null;
    // What came before stays until the first answer, since a user who signs in again goes on at the cursor; to another
    // user's, the server answers with a snapshot. Who is refused for the credential alone may go on with a new one.
    const isForbidden = failure?.isFinal && !isRefused;
    if (failure !== null && (isForbidden || position.renewed.aborted)) {
      position.after = null;
      follower.forget?.();
    }
    const until = AbortSignal.any([signal, renewed]);
    // A regular end after none that failed, as after a silence, is followed by another attempt at once.
    if (failure?.isFinal) {
      follower.onState({ kind: 'refused', failure });
      await untilAborted(until);
    } else if (failure !== null || failedBefore > 0) {
      isLost = true; // Stays true over further attempts, until data arrives.
      const lost = failure ?? unreachable('The connection ended.');
      follower.onState({ kind: 'lost', failure: lost });
      await wait(Math.min(lost.retryAfterSeconds ?? 0, TOLD_MAX_SECONDS) * 1_000, until);
      // The wait is varied by up to 25 %, so that not all clients come back at once.
      await waitUntilBack(delayMs(lost, failedBefore) * (0.75 + Math.random() / 2), until);
    } else await wait(0, until); // While its user leaves it, a page is still in sight.
  }
}

/** The error of a subscription. Anything else was thrown by the client itself, and would be again. */
function asFailure(error: unknown): GraphError {
  if (error instanceof GraphError) return error;
  const { message } = error as Error;
  return new GraphError({ message, extensions: { code: 'CLIENT_ERROR' } }, { cause: error });
}

function delayMs({ retryAfterSeconds, code }: GraphError, failedBefore: number): number {
  if (code === 'STREAM_LIMIT_EXCEEDED' && retryAfterSeconds === null) return NO_STREAM_MS;
  return Math.min(RETRY_MIN_MS * 2 ** failedBefore, RETRY_MAX_MS);
}

/** Runs the subscription once. Resolves after a regular end, or if it has to begin anew; rejects after any other. */
async function openOnce<Data extends object>(
  connection: Connection,
  { params, onData }: Follower<Data>,
  position: Position,
  signal: AbortSignal,
): Promise<null> {
  if (signal.aborted) return null;
  const anew = new AbortController();
  const silence = setTimeout(() => {
    if (position.after === null) return;
    position.after = null;
    anew.abort();
  }, SILENCE_MS);
  try {
    const until = AbortSignal.any([signal, anew.signal]);
    const results = connection.iterate(params(position.after), until);
    for await (const { data, errors = [] } of results) {
      clearTimeout(silence);
      if (signal.aborted) return null;
      if (isVoid(data)) throw new GraphError(errors[0] ?? { message: 'No data.' });
      onData(data as Data, errors);
      advance(position, data as Data);
    }
    return null;
  } finally {
    clearTimeout(silence);
  }
}

/** Notes where a subscription resumes after a result. */
function advance(position: Position, data: object): void {
  const [event] = Object.values(data) as ({ cursor?: unknown; isLast?: unknown } | null)[];
  if (event?.cursor === undefined) return;
  // After a part of a snapshot nothing can be resumed: the other parts would be missing.
  position.after = event.isLast === false ? null : String(event.cursor);
}
