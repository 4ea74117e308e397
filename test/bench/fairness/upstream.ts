import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ACCOUNT_KEYS } from '../account-keys.ts';
import { OPENING, upstreamUpdate } from '../live/board.ts';

/**
 * An upstream whose events have so many prices that 200 of them make an answer of 15 MB. Its stream
 * sends an update ten times a second, with the time as the update's number, so that whoever receives it
 * knows its age. Bodies are joined from prepared strings, because it shares its core with the probes.
 */

const UPDATES_PER_SECOND = 10;
const ODDS_PER_EVENT = 225;
const SEEN = '2026-11-21T08:00:00.000Z';
const START = '2026-11-22T00:30:00.000Z';

const odds = Array.from({ length: ODDS_PER_EVENT }, (_, i) => ({
  sportsbook: `sportsbook_${i % 30}`,
  market_type: i % 8 < 2 ? 'moneyline' : 'total_points',
  selection: i % 2 === 0 ? `Over ${i}` : `Los Angeles Lakers ${i}`,
  selection_type: i % 2 === 0 ? 'over' : 'home',
  odds_american: -110 - i,
  odds_decimal: 1.9091 + i / 1000,
  line: i % 8 < 2 ? null : 220.5 + i,
  last_seen_at: SEEN,
}));
const teams = '"home_team":"Los Angeles Lakers","away_team":"Boston Celtics"';
const eventRest = `"external_ids":{},"sport":"basketball","league":"nba",${teams},"start_time":"${START}","status":"upcoming","is_live":false,"book_count":30,"markets":["moneyline"],"books":["sportsbook_1"]}`;
const batchRest = `"event_name":"Boston Celtics @ Los Angeles Lakers","sport":"basketball","league":"nba","start_time":"${START}","is_live":false,"odds":${JSON.stringify(odds)}}`;

function events(url: URL): string {
  const search = url.searchParams.get('q') ?? '';
  const count = Number(url.searchParams.get('limit'));
  const rows = Array.from({ length: count }, (_, i) => `{"id":"event_${search}_${i}",${eventRest}`);
  const pagination = `{"limit":${count},"offset":0,"has_more":false,"next_offset":null}`;
  return `{"data":[${rows.join(',')}],"meta":{"count":${count},"total":${count},"pagination":${pagination},"updated_at":"${SEEN}","filters":{}}}`;
}

async function batch(request: IncomingMessage): Promise<string> {
  const { event_ids: ids } = JSON.parse(await text(request)) as { event_ids: string[] };
  const rows = ids.map((id) => `{"event_id":"${id}",${batchRest}`);
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

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://upstream');
  const route = url.pathname.replace('/api/v1', '');
  if (route === '/stream') return openStream(response);
  response.setHeader('content-type', 'application/json');
  if (route === '/account/keys') return void response.end(ACCOUNT_KEYS);
  response.end(route === '/events' ? events(url) : await batch(request));
});
setInterval(() => {
  const update = upstreamUpdate(Date.now() % 1e8);
  for (const stream of streams) stream.write(update);
}, 1_000 / UPDATES_PER_SECOND);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
