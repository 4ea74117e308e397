import { statusOf } from '../../execution/http-status.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import { answerRequest, plainServer } from './answer-request.ts';
import type { GraphRequest } from './graph-request.ts';

export interface ServedOperation {
  /** Reads the parameters that the client sent. Throws an `HttpError` if the operation is refused before it has any. */
  readonly read: () => unknown;
  /**
   * Sends the outcome to the client, or takes over the subscription in it. The operation's record ends when it resolves,
   * so it should wait until the client has read an answer, but never for a subscription. If it throws an `HttpError`, for
   * instance because too many bytes are unread, it is called again with that refusal.
   */
  readonly write: (outcome: Outcome) => void | Promise<void>;
  /** The HTTP status of the request that brought it; left out, it is that of the outcome. */
  readonly status?: number | undefined;
}

/**
 * Serves an operation that has begun and has no HTTP response of its own, until its record has ended; a subscription ends
 * its record itself. Rejects only if `write` cannot even send a refusal.
 */
export async function serveOperation(
  graph: GraphRequest,
  { read, write, status }: ServedOperation,
  options: TransportOptions,
): Promise<void> {
  const context = graph.requireContext();
  const span = context.services.tracing?.startOperation(context.span) ?? null;
  context.span = span;
  let outcome = await outcomeOf(graph, read, options);
  try {
    await write(outcome);
  } catch (error) {
    if (outcome.kind === 'subscription') outcome.subscription.discard();
    outcome = graph.fail(error);
    if (!(error instanceof HttpError)) throw error;
    await write(outcome);
  } finally {
    span?.end(null); // It has no HTTP status of its own.
    if (outcome.kind !== 'subscription') {
      const isAborted = context.signal?.aborted === true;
      options.operationLog.end(context.record, { status: status ?? statusOf(outcome), isAborted });
    }
  }
}

async function outcomeOf(
  graph: GraphRequest,
  read: () => unknown,
  options: TransportOptions,
): Promise<Outcome> {
  const context = graph.requireContext();
  const { viewer } = context;
  const { viewers } = context.services;
  try {
    if (viewer !== null && viewers !== null) {
      // The token may have expired while the operation waited for its turn, or its signing key may have been withdrawn.
      await viewers.keys.lookFor(viewer.signedBy);
      viewers.sessions.requireValid(viewer);
    }
    return await answerRequest(graph, read(), plainServer(options), options);
  } catch (error) {
    return graph.fail(error);
  }
}
