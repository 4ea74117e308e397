import autocannon from 'autocannon';
import { API_KEY, type Setting, serverBefore, startStub } from './setting.ts';

const QUERY = '{ events(first: 1) { totalCount } }';
const CLIENTS = 16;
const PAIRS = 21;

/**
 * The server's CPU time for a small repeated query, by API key and by token, in short turns: what else
 * runs on the machine then disturbs both alike. The ratio is the median of all turns.
 */
export async function tokenCost(queriesPerTurn: number): Promise<string> {
  const stub = await startStub();
  const setting = await serverBefore(stub.url);
  try {
    const byToken = await setting.bearer('alice');
    const measure = (headers: Record<string, string>) =>
      cpuPerQuery(setting, headers, queriesPerTurn);
    const turns: { key: number; token: number }[] = [];
    for (let pair = -2; pair < PAIRS; pair += 1) {
      const turn = {
        key: await measure({ 'x-api-key': API_KEY }),
        token: await measure(byToken),
      };
      if (pair >= 0) turns.push(turn); // The first ones warm up.
    }
    const [key, token] = [
      median(turns.map((turn) => turn.key)),
      median(turns.map((turn) => turn.token)),
    ];
    const ratio = median(turns.map((turn) => turn.token / turn.key));
    return `CPU per query: by API key ${key.toFixed(1)} us, by token ${token.toFixed(1)} us: ${ratio.toFixed(3)}\n`;
  } finally {
    await setting.stop();
    stub.stop();
  }
}

/** In microseconds. */
async function cpuPerQuery(
  { server, url }: Setting,
  headers: Record<string, string>,
  amount: number,
): Promise<number> {
  const before = await server.usage();
  const { non2xx, errors } = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: QUERY }),
    connections: CLIENTS,
    amount,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} queries were refused, ${errors} failed.`);
  return (((await server.usage()).cpuMs - before.cpuMs) * 1_000) / amount;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
