import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { postJson } from './graph-client.ts';

/** The SDK's client, connected to the endpoint of a server with these headers. */
export async function connectMcp(
  url: string,
  headers: Readonly<Record<string, string>> = { 'x-api-key': 'demo_enterprise' },
  protocol: 'legacy' | 'auto' = 'auto',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: protocol } },
  );
  const options = { requestInit: { headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), options));
  return client;
}

/** The texts of an answer, one after the other. */
export function textOf({ content }: CallToolResult): string {
  return content.map((part) => ('text' in part ? part.text : '')).join('\n');
}

/** Sends a message to the endpoint of a server as it is. */
export function postMcp(
  url: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const accept = 'application/json, text/event-stream';
  return postJson(`${url}/mcp`, message, { accept, 'x-api-key': 'demo_pro', ...headers }, signal);
}

/** The message that calls a tool. */
export function toolCall(name: string, args: object = {}) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}
