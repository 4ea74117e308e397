import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { formatError } from '../../execution/format-error.ts';
import { INSTRUCTIONS, PROMPTS, promptText } from '../../mcp/prompts.ts';
import { requireKnown, shortened } from '../../mcp/quoted.ts';
import { listedResource, listedTool, SCHEMA_RESOURCE, URI } from '../../mcp/tool.ts';
import type { Tools } from '../../mcp/tool-documents.ts';
import { type OperationTitle, OTHER } from '../../resolvers/operation-record.ts';
import { beginOperation, type GraphRequest } from '../arrival/graph-request.ts';
import type { TransportOptions } from '../transport.ts';
import { callTool } from './call-tool.ts';

export type McpServerOptions = TransportOptions & Tools;

/** What answers one request. */
export function mcpHandler(options: McpServerOptions, graph: GraphRequest) {
  return createMcpHandler(() => mcpServer(options, graph), {
    maxSubscriptions: 0, // What is listed never changes while the process runs.
  });
}

/** The MCP server of one request: what it lists is the same for all, and calls are made for who sent the request. */
function mcpServer(options: McpServerOptions, graph: GraphRequest) {
  const { tools, resources, plainSchema, services } = options;
  const { introspection } = services;
  const server = new Server(
    { name: 'oddsgraph', title: 'Oddsgraph', version: '1' },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const operate = <T>(name: string, answer: () => T | Promise<T>) =>
    answered(options, graph, { type: 'unknown', name, label: name }, answer);

  server.setRequestHandler('tools/list', () =>
    operate('tools/list', () => ({ tools: Array.from(tools.values(), listedTool) })),
  );
  server.setRequestHandler('tools/call', ({ params: { name: given, arguments: args = {} } }) => {
    const name = shortened(given, 100); // In the log and metrics: it may be anything until the tool is found.
    return answered(options, graph, { type: 'unknown', name, label: OTHER }, () =>
      callTool(options, graph, requireKnown('tool', given, tools), args),
    );
  });
  server.setRequestHandler('resources/list', () =>
    operate('resources/list', () => {
      const listed = Array.from(resources.values(), listedResource);
      return { resources: introspection ? [...listed, SCHEMA_RESOURCE] : listed };
    }),
  );
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    operate('resources/read', async () => {
      if (introspection && uri === SCHEMA_RESOURCE.uri) {
        return { contents: [{ ...SCHEMA_RESOURCE, text: plainSchema() }] };
      }
      const others = introspection ? [SCHEMA_RESOURCE.name] : [];
      const resource = requireKnown('resource', uri.replace(URI, ''), resources, others);
      const answer = await callTool(options, graph, resource, {});
      if (answer.isError) {
        const [first] = answer.content as { text?: string }[];
        throw new ProtocolError(ProtocolErrorCode.InternalError, first?.text ?? '');
      }
      const text = JSON.stringify(answer.structuredContent);
      return { contents: [{ ...listedResource(resource), text }] };
    }),
  );
  server.setRequestHandler('prompts/list', () =>
    operate('prompts/list', () => ({
      prompts: Array.from(PROMPTS.values(), ({ text: _, ...prompt }) => prompt),
    })),
  );
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) =>
    operate('prompts/get', () => {
      const text = promptText(requireKnown('prompt', name, PROMPTS), given);
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    }),
  );
  return server;
}

/**
 * Answers one message, which is one operation for limits, the log and metrics. Its caller's credential has to be accepted.
 * If upstream cannot say whether it is, lists are answered all the same where the schema is public, and calls fail by
 * themselves.
 */
async function answered<Answer>(
  { services, log }: McpServerOptions,
  graph: GraphRequest,
  title: OperationTitle,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const context = beginOperation(graph, 'mcp', services, log);
  context.signal = graph.closedSignal;
  context.record.title = title;
  context.record.received();
  try {
    await context.tier().catch((error) => {
      if (!services.introspection || error.code === 'UNAUTHENTICATED') throw error;
    });
    return await answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error; // Its operation has its outcome already.
    const shown = formatError(error, context.log, context.viewer);
    graph.refuse([shown]); // If the credential was refused, the endpoint answers 401.
    const isInput = shown.extensions['code'] === 'BAD_USER_INPUT';
    const code = isInput ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, shown.message);
  }
}
