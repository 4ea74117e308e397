import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { connectMcp, postMcp, toolCall } from '../harness/clients/mcp-client.ts';
import { sharedGraph } from '../harness/hooks/shared-graph.ts';
import { BALANCERS, type Balancer } from '../harness/programs/deployed-balancers.ts';
import { freePort } from '../harness/programs/free-port.ts';
import { startGraph } from '../harness/servers/running-graph.ts';
import { startViewerGraph, type ViewerGraph } from '../harness/viewers/viewer-graph.ts';

/** Posts a call with any `Host`, which `fetch` does not allow, and resolves with the status. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': 'demo_pro',
    ...headers,
  };
  request(`${url}/mcp`, { method: 'POST', headers: sent }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  })
    .on('error', reject)
    .end(JSON.stringify(toolCall('my_access')));
  return promise;
}

const graph = await sharedGraph();

describe('a server that listens on this machine alone', () => {
  test.each([
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example', origin: 'http://evil.example' }, 403],
    [{ host: 'localhost.evil.example' }, 403],
    [{ host: 'localhost:4000' }, 200],
    [{ host: '[::1]:4000' }, 200],
    [{ host: 'localhost:4000', origin: 'http://localhost:4000' }, 200],
    // What a proxy on this machine passes on; browsers always send `Origin` with a POST.
    [{ host: 'odds.example', 'x-forwarded-proto': 'https' }, 200],
    [{ host: 'odds.example', 'x-forwarded-for': '192.0.2.1' }, 200],
    [{ host: 'evil.example', 'x-forwarded-proto': 'https', origin: 'https://evil.example' }, 403],
  ])('answers to its own names: %j', async (headers, status) => {
    expect(await statusOf(graph.url, headers)).toBe(status);
  });

  test('and one that others reach judges its own pages by the host that was asked for', async () => {
    const own = await startGraph({ baseUrl: graph.proxy.url, host: '0.0.0.0' });
    const local = own.url.replace('0.0.0.0', '127.0.0.1');
    expect(await statusOf(local, { host: 'odds.example' })).toBe(200);
    const page = { host: 'odds.example', origin: 'https://odds.example' };
    expect(await statusOf(local, page)).toBe(200);
    expect(await statusOf(local, { ...page, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf(local, { ...page, origin: 'https://odds.example:8443' })).toBe(403);
    await own.stop();
  });

  test('and one with MCP=off has nothing at /mcp', async () => {
    const { mcp } = readConfig({ MCP: 'off' });
    const { url, stop } = await startGraph({ baseUrl: graph.proxy.url, mcp });
    expect((await postMcp(url, toolCall('my_access'))).status).toBe(404);
    expect((await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404);
    await stop();
  });
});

describe.each(Object.entries(BALANCERS))('behind %s, as deploy/ has it', (_, start) => {
  let graph: ViewerGraph;
  let balancer: Balancer;
  let url: string;

  beforeAll(async () => {
    graph = await startViewerGraph();
    const port = Number(new URL(graph.url).port);
    balancer = await start(await freePort(), [port, port, port]);
    url = balancer.url;
  });
  afterAll(async () => {
    await balancer.stop();
    await graph.stop();
  });

  test('tools can be called with a key and with a token', async () => {
    const authorization = `Bearer ${await graph.token({ tier: 'pro' })}`;
    for (const headers of [{ 'x-api-key': 'demo_pro' }, { authorization }]) {
      const client = await connectMcp(url, headers);
      const { structuredContent } = await client.callTool({ name: 'my_access' });
      expect(structuredContent).toMatchObject({ about: { tier: 'pro' } });
      await client.close();
    }
  });

  test.each([
    ['http', {}],
    ['https', { 'x-forwarded-proto': 'https' }],
    ['https', { 'x-forwarded-proto': 'https, http' }],
  ])(
    'a 401 and its metadata have the address that the client sees: %s',
    async (scheme, headers) => {
      const response = await postMcp(url, toolCall('my_access'), { 'x-api-key': '', ...headers });
      expect(response.status).toBe(401);
      const seen = url.replace('http', scheme);
      const path = '/.well-known/oauth-protected-resource';
      expect(response.headers.get('www-authenticate')).toContain(
        `resource_metadata="${seen}${path}/mcp"`,
      );
      for (const end of ['', '/mcp']) {
        const metadata = await (await fetch(`${url}${path}${end}`, { headers })).json();
        expect(metadata).toMatchObject({
          resource: `${seen}/mcp`,
          authorization_servers: [graph.issuer.issuer],
        });
      }
    },
  );

  test('tools can be called under the name that the proxy passes on', async () => {
    expect(await statusOf(url, { host: 'odds.example' })).toBe(200);
  });

  test('its own pages may call tools', async () => {
    expect((await postMcp(url, toolCall('my_access'), { origin: url })).status).toBe(200);
    const other = { origin: url.replace(/\d+$/, '1') };
    expect((await postMcp(url, toolCall('my_access'), other)).status).toBe(403);
  });
});
