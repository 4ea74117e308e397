import { type Asked, askedKey } from '../../execution/response-cache.ts';
import { execute, type Outcome, readDocument } from '../../execution/run-operation.ts';
import { HttpError } from '../response/http-error.ts';
import type { TransportOptions } from '../transport.ts';
import type { GraphRequest } from './graph-request.ts';
import { checkedParams, ROUTERS_VALUES_MAX } from './request-params.ts';

/** What a client asks for, with the text of its document. */
export interface OperationParams extends Asked {
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** A GraphQL server: it parses, validates and executes what a client asks for, and sets `graph.outcome`. */
export type GraphQLServer = (params: OperationParams, graph: GraphRequest) => Promise<void>;

/**
 * What every way in does with an operation that has begun: finds its document, and has the server execute it, unless an
 * earlier response answers it. `sent` are the parameters as the client sent them. Throws an `HttpError` if the request
 * is refused with a status and headers of its own.
 */
export async function answerRequest(
  graph: GraphRequest,
  sent: unknown,
  serve: GraphQLServer,
  options: TransportOptions,
): Promise<Outcome> {
  const context = graph.requireContext();
  try {
    const params = readParams(graph, sent, options);
    context.askedKey = askedKey(params);
    graph.outcome = options.executor.findRepeated(context, context.askedKey);
    if (graph.outcome === null) await serve(params, graph);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    graph.fail(error);
  }
  if (graph.outcome === null) throw new Error('The server has set no outcome.');
  return graph.outcome;
}

/** The server of transports that have none of their own. */
export function plainServer(options: TransportOptions): GraphQLServer {
  return async ({ query, operationName, variables }, graph) => {
    const context = graph.requireContext();
    const document = readDocument(options, query, context);
    graph.outcome = await execute(options, { document, operationName, variables, context });
  };
}

/** Checks what a client has sent, and finds the text of its document. */
export function readParams(
  { identity, record }: GraphRequest,
  sent: unknown,
  { requestDocuments }: TransportOptions,
): OperationParams {
  const isRouter = record?.transport === 'subgraph';
  const given = checkedParams(sent, isRouter ? ROUTERS_VALUES_MAX : undefined);
  const { persistedQuery: _, ...extensions } = given.extensions ?? {}; // `textOf` reads it.
  return {
    query: requestDocuments.textOf(given, identity),
    operationName: given.operationName || null,
    variables: given.variables ?? {},
    extensions,
  };
}
