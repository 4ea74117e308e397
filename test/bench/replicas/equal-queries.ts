import { request } from 'undici';
import { startStub } from '../kit.ts';
import { PinnedServer } from '../pinned-server.ts';
import { API_KEY, QUERY } from '../query.ts';

/** The requests that equal queries cause upstream when each replica gets all of them. */
export async function countUpstreamRequests(
  redisUrl: string,
  replicas: number,
  queries: number,
): Promise<number> {
  const stub = await startStub();
  const environment = { REDIS_URL: redisUrl, REDIS_PREFIX: `equal-queries-${replicas}` };
  const servers: PinnedServer[] = [];
  for (let i = 0; i < replicas; i += 1) {
    servers.push(await PinnedServer.start('live/servers/oddsgraph.ts', [stub.url], environment));
  }
  for (let i = 0; i < queries; i += 1) {
    for (const { url } of servers) await ask(url, `search ${i}`);
  }
  const calls = Number(await (await request(`${stub.url}/api/v1/calls`)).body.text());
  await Promise.all(servers.map((server) => server.stop()));
  stub.child.kill();
  return calls;
}

async function ask(url: string, search: string): Promise<void> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
    body: JSON.stringify({ query: QUERY, variables: { search } }),
  });
  const body = await answer.body.text();
  if (body.includes('"errors"')) throw new Error(body.slice(0, 500));
}
