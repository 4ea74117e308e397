import {
  createSourceEventStream,
  type DocumentNode,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import { badUserInput, OddsgraphError } from '../errors/errors.ts';
import { LiveStream } from '../live/topics/live-stream.ts';
import type { OperationContext } from '../resolvers/context.ts';
import type { Documents } from './documents/documents.ts';
import type { Executor } from './executor.ts';
import { formatError, formatNotAcceptable } from './format-error.ts';
import type { AskedOperation, Operation } from './operation.ts';
import type { OperationLog } from './operation-log.ts';
import { type Answer, Refusal, type Result, refused } from './outcome.ts';
import { chargeViewer, Subscription } from './subscription.ts';

/** What an operation has come to. */
export type Outcome =
  | Answer
  | { readonly kind: 'subscription'; readonly subscription: Subscription };

export interface Execution {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly executor: Executor;
  readonly operationLog: OperationLog;
}

/** The valid document with this text. Throws syntax errors, and a `Refusal` of one that is not valid. */
export function readDocument(
  { documents }: Pick<Execution, 'documents'>,
  text: string,
  { log, viewer }: OperationContext,
): DocumentNode {
  const document = documents.parse(text);
  const problems = documents.validate(document);
  if (problems.length === 0) return document;
  throw new Refusal(problems.map((problem) => formatError(problem, log, viewer)));
}

/** Executes a valid operation, or opens its subscription. The outcome is also noted in its record and its span. */
export async function execute(execution: Execution, asked: AskedOperation): Promise<Outcome> {
  const { context } = asked;
  const { span, usage, record } = context;
  const outcome = await begin(execution, asked).catch((error): Result => {
    if (error instanceof Refusal) return refused(context, error.errors);
    throw error;
  });
  record.answered();
  if (span === null) return outcome;
  const { calls, cached } = usage; // Reads of upstream: sent by this operation, or shared.
  const errors = ('errors' in outcome && outcome.errors) || [];
  const errorCodes = errors.map(({ extensions }) => String(extensions?.['code']));
  span.executed({ errorCodes, calls, cached });
  return outcome;
}

async function begin(execution: Execution, asked: AskedOperation): Promise<Outcome> {
  const operation = execution.executor.withDefinition(asked);
  const { operation: type, name } = operation.definition;
  operation.context.span?.describe(type, name?.value ?? null);
  return type === OperationTypeNode.SUBSCRIPTION
    ? { kind: 'subscription', subscription: await subscribe(execution, operation) }
    : execution.executor.execute(operation);
}

/** The longest variables of a subscription, in characters of JSON: it keeps them. Filters have a few thousand at most. */
const VARIABLES_MAX = 32_768;

/** Opens a subscription, which keeps its document and variables until it is closed. */
async function subscribe(execution: Execution, asked: Operation): Promise<Subscription> {
  const { documents, executor } = execution;
  const { context } = asked;
  const { documentBytes } = context.services.live.limits;
  const { viewer, credential } = context;
  // Not `context.account`: there, all keys that upstream has not accepted yet share one account.
  const account = viewer?.id ?? credential?.hash ?? '';
  let release = () => {};
  try {
    const { length } = JSON.stringify(asked.variables);
    if (length > VARIABLES_MAX) {
      throw badUserInput(
        'variables',
        'has more than 32,768 characters, which a subscription keeps',
      );
    }
    const kept = documents.open.keep(asked.document, account, documentBytes, length);
    release = kept.release;
    // Its own definition: that of the other document would keep all of that in memory.
    const operation = executor.withDefinition({ ...asked, document: kept.document });
    return await openSubscription(execution, operation, release);
  } catch (error) {
    release();
    throw error instanceof OddsgraphError ? new Refusal([formatError(error, context.log)]) : error;
  }
}

async function openSubscription(
  { schema, executor, operationLog }: Execution,
  operation: Operation,
  release: () => void,
): Promise<Subscription> {
  const { document, operationName, context } = operation;
  context.usage.onRequest = () => chargeViewer(context); // Nothing is reserved for it, as it is for a query.
  const prepared = executor.prepare(operation);
  if (context.noSubscriptions !== null) {
    throw new Refusal([formatNotAcceptable(context.noSubscriptions)]);
  }
  const stream = await createSourceEventStream({
    schema,
    document,
    operationName,
    variableValues: prepared.variables,
    contextValue: context,
  });
  if (stream instanceof LiveStream) {
    return new Subscription(executor, operationLog, prepared, stream, release);
  }
  const reasons = 'errors' in stream ? (stream.errors ?? []) : [];
  throw new Refusal(reasons.map((error) => formatError(error, context.log, context.viewer)));
}
