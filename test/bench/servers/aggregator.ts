import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { Event } from '../../../src/contract/events.ts';
import type { BatchOdds } from '../../../src/contract/odds/odds.ts';
import { openHttpServer } from '../../harness/node/http-server.ts';
import { API_KEY } from '../account-keys.ts';
import { EVENTS } from '../query.ts';

/** (a) A minimal handwritten handler for the query: two upstream calls, map, stringify. */

const pool = new Pool(process.argv[2] ?? '', { connections: 64 });
const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };

async function call<T>(method: 'GET' | 'POST', path: string, body?: string): Promise<T> {
  const response = await pool.request({ method, path, headers, body: body ?? null });
  return JSON.parse(await response.body.text()) as T;
}

async function board(search: string): Promise<string> {
  const { data: events } = await call<{ data: Event[] }>(
    'GET',
    `/api/v1/events?limit=${EVENTS}&q=${encodeURIComponent(search)}`,
  );
  const { data } = await call<{ data: { events: { event_id: string; odds: BatchOdds[] }[] } }>(
    'POST',
    '/api/v1/odds/batch',
    JSON.stringify({ event_ids: events.map((event) => event.id) }),
  );
  const oddsOf = new Map(data.events.map((event) => [event.event_id, event.odds]));
  const nodes = events.map((event) => ({
    id: event.id,
    name: `${event.away_team} @ ${event.home_team}`,
    startTime: event.start_time,
    odds: (oddsOf.get(event.id) ?? []).map((odds) => ({
      sportsbookId: odds.sportsbook,
      marketType: odds.market_type,
      selection: odds.selection,
      price: { american: odds.odds_american, decimal: odds.odds_decimal },
      line: odds.line,
      lastSeenAt: odds.last_seen_at,
    })),
  }));
  return JSON.stringify({ data: { events: { nodes } } });
}

const server = await openHttpServer();
server.on('request', async (request, response) => {
  const { variables } = JSON.parse(await text(request)) as { variables: { search: string } };
  const body = await board(variables.search);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(body);
});
process.send?.({ url: server.url });
