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

interface Follower<Data> {
  /** The parameters of an attempt that resumes after a cursor, or begins with a snapshot. */
  readonly params: (after: string | null) => Params;
  /** Called with each result, and the errors of fields that are null in it. If it throws, the subscription is refused. */
  readonly onData: (data: Data, errors: readonly ResponseError[]) => void;
  readonly onState: (state: LinkState) => void;
  /** Called when the caller may no longer see what came before. */
  readonly forget?: () => void;
}

/** Where a subscription stands. Its owner keeps it, so that a later subscription goes on there. */
export interface Position {
  /** The cursor at which it resumes; null if it begins with a snapshot, or has no cursors. */
  after: string | null;
  /** Aborts when what has come may be another user's. */
  renewed: AbortSignal;
}

const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;
/** No wait that a server asks for is longer than this: a proxy may have asked for it, and be back sooner. */
const ASKED_MAX_SECONDS = 120;
/** An attempt that has brought data, and lasted at least so long, counts as a success however it ended. */
const LASTED_MS = 1_000;
/** The wait before the next attempt while the server has no stream to spare, unless it says how long. */
const NO_STREAM_MS = 10_000;

/**
 * If a subscription that resumes at a cursor hears nothing in this time, it begins anew, without the cursor: a server
 * answers at once, even if it has nothing new to tell.
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
  JSON.stringify(follower.params(null)); // Throws to the caller what could never be sent, such as a bigint.
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, connection.closed]);
  void keepOpen(connection, follower, position, signal).then(() => {
    if (stop.signal.aborted) return;
    follower.onState({ kind: 'refused', failure: asFailure(new Error('The client is closed.')) });
  });
  return () => stop.abort();
}

/** A listener whose errors become uncaught ones, so that they fail neither the connection nor other listeners. */
export function uncaught<Args extends unknown[]>(listener: (...args: Args) => void) {
  return (...args: Args) => {
    try {
      listener(...args);
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
  // Attempts are counted from 0, and anew from each success or renewal on, which is 0 itself.
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    if (renewed.aborted) {
      isLost = false;
      attempt = 0;
    }
    if (!isLost) follower.onState({ kind: 'connecting' });
    await waitUntilVisible(signal);
    renewed = connection.renewed;
    const begunAt = Date.now();
    let hasData = false;
    const onData: Follower<Data>['onData'] = (data, errors) => {
      if (!hasData) follower.onState({ kind: 'open' });
      hasData = true;
      isLost = false;
      position.renewed = renewed;
      follower.onData(data, errors);
    };
    const opened = openOnce(connection, { ...follower, onData }, position, signal);
    let failure = await opened.catch(asFailure);
    if (signal.aborted) return;
    if (renewed.aborted) continue;
    if (hasData && Date.now() - begunAt >= LASTED_MS) attempt = 0;
    // A credential that has merely expired is a regular end. Then there is another for the next attempt: a new token, or, in
    // a page that sends none itself, a new cookie. If that is refused as well, it is a failure.
    const isRefused = failure?.code === 'UNAUTHENTICATED';
    const mayHaveAnother = !failure?.isFinal || (hasData && connection.lastSent === null);
    if (isRefused && mayHaveAnother && attempt === 0) failure = null;
    // After `reconnect`, what came before stays until the first answer: the same user goes on at the cursor, and any other
    // gets a snapshot. If a failure comes first, what came before may be another user's, and goes. It also goes if the caller
    // is forbidden to see it, but not if only the credential is refused: a new one may follow.
    const isForbidden = failure?.isFinal && !isRefused;
    if (failure !== null && (isForbidden || position.renewed.aborted)) {
      position.after = null;
      follower.forget?.();
    }
    const until = AbortSignal.any([signal, renewed]);
    if (failure?.isFinal) {
      follower.onState({ kind: 'refused', failure });
      await untilAborted(until);
    } else if (failure !== null || attempt > 0) {
      isLost = true; // Stays true over further attempts, until data arrives.
      const lost = failure ?? unreachable('The connection ended.');
      follower.onState({ kind: 'lost', failure: lost });
      await waitAfter(lost, attempt, until);
    } else {
      // Another attempt follows at once, or never: a page that its user is leaving becomes hidden in this wait.
      await wait(0, until);
    }
  }
}

/** The error of a subscription. Anything else was thrown by the client itself, and would be again. */
function asFailure(error: unknown): GraphError {
  if (error instanceof GraphError) return error;
  const { message } = error as Error;
  return new GraphError({ message, extensions: { code: 'CLIENT_ERROR' } }, { cause: error });
}

/** Waits as long as the server asks for, and then for a time that grows with each attempt, unless the page comes back. */
async function waitAfter(failure: GraphError, attempt: number, until: AbortSignal): Promise<void> {
  const { retryAfterSeconds, code } = failure;
  await wait(Math.min(retryAfterSeconds ?? 0, ASKED_MAX_SECONDS) * 1_000, until);
  const lacksStream = code === 'STREAM_LIMIT_EXCEEDED' && retryAfterSeconds === null;
  const ms = lacksStream ? NO_STREAM_MS : Math.min(RETRY_MIN_MS * 2 ** attempt, RETRY_MAX_MS);
  // Varied by up to 25 %, so that not all clients come back at once.
  await waitUntilBack(ms * (0.75 + Math.random() / 2), until);
}

/** Runs the subscription once. Resolves after a regular end, or if it has to begin anew; rejects after any other. */
async function openOnce<Data extends object>(
  connection: Connection,
  { params, onData }: Follower<Data>,
  position: Position,
  signal: AbortSignal,
): Promise<null> {
  if (signal.aborted) return null;
  const beginAnew = new AbortController();
  const silence = setTimeout(() => {
    if (position.after === null) return;
    position.after = null;
    beginAnew.abort();
  }, SILENCE_MS);
  try {
    const until = AbortSignal.any([signal, beginAnew.signal]);
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
  // A snapshot cannot be resumed in the middle: its other parts would be missing.
  position.after = event.isLast === false ? null : String(event.cursor);
}
