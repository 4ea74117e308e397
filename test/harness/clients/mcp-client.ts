import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

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
