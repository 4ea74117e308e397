import { createYoga, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import { formatError } from '../../execution/format-error.ts';
import type { Operation } from '../../execution/operation.ts';
import { execute } from '../../execution/run-operation.ts';
import type { GraphQLServer } from '../arrival/answer-request.ts';
import type { GraphRequest } from '../arrival/graph-request.ts';
import type { TransportOptions } from '../transport.ts';

interface ServerContext {
  readonly graph: GraphRequest;
}

interface YogaContext extends YogaInitialContext, ServerContext {}

/** All that Yoga reads of a request, beside the parameters: mutations by GET are refused. */
const REQUESTS = {
  GET: new Request('http://localhost/graphql'),
  POST: new Request('http://localhost/graphql', { method: 'POST' }),
};

/** The server for clients, at `/graphql`: Yoga reads operations, which the executor of all servers executes. */
export function yogaServer(options: TransportOptions): (method: 'GET' | 'POST') => GraphQLServer {
  const { schema, log } = options;
  const yoga = createYoga<ServerContext>({
    schema,
    parserAndValidationCache: false, // `documents` caches them.
    cors: false,
    landingPage: false,
    graphiql: false,
    logging: false,
    maskedErrors: { maskError: (error) => formatError(error, log) },
    plugins: [useOutcomes(options)],
  });
  return (method) => async (params, graph) => {
    const request = REQUESTS[method];
    const { operationName, ...rest } = params;
    const given = { ...rest, ...(operationName !== null && { operationName }) };
    const result = await yoga.getResultForParams({ request, params: given }, { graph });
    // If there is no outcome yet, the operation was refused before it was executed.
    if (graph.outcome !== null || !result || !('errors' in result)) return;
    // Yoga does not pass all of them to `maskError`.
    graph.refuse((result.errors ?? []).map((error) => formatError(error, log)));
  };
}

/** Parses, validates and executes with what all servers share, and sets the outcome of the request. */
function useOutcomes(options: TransportOptions): Plugin<YogaContext> {
  const { documents } = options;
  const settle = async (args: Args) => {
    const { document, operationName, variableValues, contextValue } = args;
    const { graph } = contextValue;
    graph.outcome = await execute(options, {
      document,
      operationName: operationName ?? null,
      variables: variableValues ?? {},
      context: graph.requireContext(),
    }).catch((error) => graph.fail(error)); // Yoga does not know whose error it would log.
    return {}; // For Yoga's other plugins.
  };
  return {
    onParse({ setParseFn }) {
      setParseFn((text: string) => documents.parse(text));
    },
    onValidate({ params, setResult }) {
      setResult(documents.validate(params.documentAST));
    },
    onExecute({ args, setExecuteFn }) {
      setExecuteFn(() => settle(args));
    },
    onSubscribe({ args, setSubscribeFn }) {
      setSubscribeFn(() => settle(args));
    },
  };
}

/** The arguments of an execution, as far as they matter here. */
interface Args {
  readonly document: Operation['document'];
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
  readonly contextValue: ServerContext;
}
