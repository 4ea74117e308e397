import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { Pool } from 'undici';
import { API_KEY } from '../account-keys.ts';

/** (b) The usual first version: Apollo Server with one REST call for each event. */

const pool = new Pool(process.argv[2] ?? '', { connections: 64 });

async function get(path: string): Promise<{ data: Record<string, unknown>[] }> {
  const response = await pool.request({ method: 'GET', path, headers: { 'x-api-key': API_KEY } });
  return (await response.body.json()) as { data: Record<string, unknown>[] };
}

const server = new ApolloServer({
  typeDefs: `#graphql
    type Query { events(first: Int, filter: EventFilter): Events }
    input EventFilter { search: String }
    type Events { nodes: [Event!]! }
    type Event { id: ID! name: String startTime: String! odds: [Odds!] }
    type Odds { sportsbookId: ID! marketType: String! selection: String! price: Price! line: Float lastSeenAt: String! }
    type Price { american: Float! decimal: Float! }
  `,
  resolvers: {
    Query: {
      events: async (_: unknown, args: { first: number; filter?: { search?: string } }) => {
        const search = encodeURIComponent(args.filter?.search ?? '');
        const { data } = await get(`/api/v1/events?limit=${args.first}&q=${search}`);
        return { nodes: data };
      },
    },
    Event: {
      name: (event: Record<string, unknown>) => `${event['away_team']} @ ${event['home_team']}`,
      startTime: (event: Record<string, unknown>) => event['start_time'],
      odds: async (event: Record<string, unknown>) =>
        (await get(`/api/v1/events/${event['id']}/odds?limit=200`)).data,
    },
    Odds: {
      sportsbookId: (odds: Record<string, unknown>) => odds['sportsbook'],
      marketType: (odds: Record<string, unknown>) => odds['market_type'],
      lastSeenAt: (odds: Record<string, unknown>) => odds['last_seen_at'],
      price: (odds: Record<string, unknown>) => odds['odds'],
    },
  },
});
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
process.send?.({ url });
