import { shownErrors } from '../../execution/format-error.ts';
import { statusOf } from '../../execution/http-status.ts';
import type { Outcome } from '../../execution/run-operation.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import { answerRequest, plainServer } from './answer-request.ts';
import type { GraphRequest } from './graph-request.ts';

interface ServedOperation {
  /** The parameters as the client sent them. */
  readonly sent: unknown;
  /** Sends the outcome to the client. If it throws, it gets the error as the outcome. */
  readonly write: (outcome: Outcome) => void | Promise<void>;
  /** The HTTP status of the request that brought it; left out, it is that of the outcome. */
  readonly status?: number;
}

/**
 * All that becomes of an operation that has begun and has no HTTP response of its own: it is traced, answered or refused,
 * written, and its record ends, unless it is a subscription, which ends its own.
 */
export async function serveOperation(
  graph: GraphRequest,
  { sent, write, status }: ServedOperation,
  options: TransportOptions,
): Promise<void> {
  const context = graph.requireContext();
  const { services, viewer } = context;
  const span = services.tracing?.startOperation(context.span) ?? null;
  context.span = span;
  let outcome: Outcome | null = null;
  try {
    // The token of a viewer may have expired while the operation waited for its turn.
    if (viewer !== null) services.viewers?.sessions.requireValid(viewer);
    outcome = await answerRequest(graph, sent, plainServer(options), options);
    await write(outcome);
  } catch (error) {
    outcome =
      error instanceof HttpError
        ? graph.refuse(error.errors, error.status)
        : graph.refuse(shownErrors(error, context));
    await write(outcome);
  } finally {
    span?.end(null); // It has no HTTP status of its own.
    if (outcome !== null && outcome.kind !== 'subscription') {
      const isAborted = context.signal?.aborted === true;
      options.operationLog.end(context.record, { status: status ?? statusOf(outcome), isAborted });
    }
  }
}
