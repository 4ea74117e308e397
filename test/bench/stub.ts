import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { openHttpServer } from '../harness/node/http-server.ts';
import { ACCOUNT_KEYS } from './account-keys.ts';
import { OPENING, upstreamUpdate } from './live/board.ts';

/**
 * A cheap upstream: bodies are joined from prepared strings. Event ids contain the search text, so that
 * no two searches can share a response. Its stream sends ten updates a second, each with the time as its number, so that
 * whoever receives it knows its age.
 */

const UPDATES_PER_SECOND = 10;
const ODDS_PER_EVENT = Number(process.argv[2]);

const BOOKS = ['draftkings', 'fanduel', 'betmgm', 'caesars', 'pinnacle'];
const SEEN = '2026-11-21T08:00:00.000Z';
const START = '2026-11-22T00:30:00.000Z';

const odds = Array.from({ length: ODDS_PER_EVENT }, (_, i) => ({
  sportsbook: BOOKS[i % BOOKS.length],
  market_type: i % 8 < 2 ? 'moneyline' : 'total_points',
  selection: i % 2 === 0 ? `Over ${i}` : `Los Angeles Lakers ${i}`,
  selection_type: i % 2 === 0 ? 'over' : 'home',
  odds_american: -110 + i,
  odds_decimal: 1.9091 + i / 1000,
  line: i % 8 < 2 ? null : 220.5 + i,
  last_seen_at: SEEN,
}));
const batchOdds = `"event_name":"Boston Celtics @ Los Angeles Lakers","sport":"basketball","league":"nba","start_time":"${START}","is_live":false,"odds":${JSON.stringify(odds)}}`;
const eventRest = `"external_ids":{"draftkings":"1","fanduel":"2"},"sport":"basketball","league":"nba","home_team":"Los Angeles Lakers","away_team":"Boston Celtics","start_time":"${START}","status":"upcoming","is_live":false,"book_count":5,"markets":["moneyline","total_points"],"books":${JSON.stringify(BOOKS)}}`;
/** Without and with look-ups of keys. */
let calls = 0;
let requests = 0;

async function answer(request: IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '/', 'http://stub');
  const route = url.pathname.replace('/api/v1', '');
  if (route === '/calls') return String(calls);
  if (route === '/requests') return String(requests);
  requests += 1;
  if (route === '/account/keys') return ACCOUNT_KEYS;
  calls += 1;
  if (route === '/events') {
    const q = url.searchParams.get('q') ?? '';
    const count = Number(url.searchParams.get('limit'));
    const rows = Array.from({ length: count }, (_, i) => `{"id":"event_${q}_${i}",${eventRest}`);
    return `{"data":[${rows.join(',')}],"meta":{"count":${count},"total":${count},"pagination":{"limit":${count},"offset":0,"has_more":false,"next_offset":null},"updated_at":"${SEEN}","filters":{}}}`;
  }
  const { event_ids: ids } = JSON.parse(await text(request)) as { event_ids: string[] };
  const rows = ids.map((id) => `{"event_id":"${id}",${batchOdds}`);
  return `{"success":true,"data":{"events":[${rows.join(',')}],"missing_events":[]},"meta":{"requested":${ids.length},"found":${ids.length},"missing":0,"max_batch":100,"filters":{},"updated_at":"${SEEN}"}}`;
}

const streams = new Set<ServerResponse>();

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.socket?.setNoDelay(true);
  response.write(OPENING);
  streams.add(response);
  response.on('close', () => streams.delete(response));
}

// Longer than a server waits for its turn: one that sends on a connection that is being closed would fail.
const server = await openHttpServer({ keepAliveTimeout: 600_000 });
server.on('request', async (request, response) => {
  if (request.url?.startsWith('/api/v1/stream')) return openStream(response);
  const body = await answer(request);
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-ratelimit-limit': '1000000',
    'x-ratelimit-remaining': '999999',
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 60_000) * 60),
  });
  response.end(body);
});
setInterval(() => {
  const update = streams.size > 0 ? upstreamUpdate(Date.now() % 1e8) : '';
  for (const stream of streams) stream.write(update);
}, 1_000 / UPDATES_PER_SECOND);
process.send?.({ url: server.url });
