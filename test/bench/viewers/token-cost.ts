import { API_KEY } from '../account-keys.ts';
import { median, sendQueries, startStub } from '../kit.ts';
import { type Setting, serverBefore } from './setting.ts';

const QUERY = '{ events(first: 1) { totalCount } }';
const TURNS = 30;

/** Ways to identify the caller. */
type Way = 'key' | 'keyAndHeader' | 'token';

/**
 * The server's CPU time for a small repeated query, by API key and by token, in short turns: what else
 * runs on the machine then disturbs all alike. Ratios are medians of all turns. The key also comes beside a
 * header that is as long as the token, because reading more bytes is not what verifying it costs.
 */
export async function tokenCost(queriesPerTurn: number): Promise<string> {
  const stub = await startStub();
  const setting = await serverBefore(stub.url);
  try {
    const token = await setting.bearer('alice');
    const length = String(token['authorization']).length;
    const ways: Record<Way, Record<string, string>> = {
      key: { 'x-api-key': API_KEY },
      keyAndHeader: { 'x-api-key': API_KEY, 'x-other': 'x'.repeat(length - API_KEY.length) },
      token,
    };
    const turns: Record<Way, number>[] = [];
    for (let turn = -2; turn < TURNS; turn += 1) {
      const cost: Record<Way, number> = { key: 0, keyAndHeader: 0, token: 0 };
      for (const [way, headers] of inTurn(Object.entries(ways), turn)) {
        cost[way as Way] = await cpuPerQuery(setting, headers, queriesPerTurn);
      }
      if (turn >= 0) turns.push(cost); // The first ones warm up.
    }
    return report(turns);
  } finally {
    await setting.stop();
    await stub.stop();
  }
}

/** Each way is the first one as often as the others: memory that one leaves is collected in the next. */
function inTurn<T>(ways: readonly T[], turn: number): T[] {
  const first = (turn + ways.length) % ways.length;
  return [...ways.slice(first), ...ways.slice(0, first)];
}

function report(turns: readonly Record<Way, number>[]): string {
  const us = (way: Way) => `${median(turns.map((turn) => turn[way])).toFixed(1)} us`;
  const ratio = (way: Way) => median(turns.map((turn) => turn.token / turn[way])).toFixed(3);
  return [
    `CPU per query: by API key ${us('key')}, beside a long header ${us('keyAndHeader')}, by token ${us('token')}`,
    `by token, relative to a key: ${ratio('key')}, to one beside a long header: ${ratio('keyAndHeader')}`,
    '',
  ].join('\n');
}

/** In microseconds. */
async function cpuPerQuery(
  { server, url }: Setting,
  headers: Record<string, string>,
  amount: number,
): Promise<number> {
  const before = await server.usage();
  await sendQueries({ url, headers, body: JSON.stringify({ query: QUERY }), amount });
  return (((await server.usage()).cpuMs - before.cpuMs) * 1_000) / amount;
}
