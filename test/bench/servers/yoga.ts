import { get } from 'node:http';
import { createParser } from 'eventsource-parser';
import { createSchema, createYoga, Repeater } from 'graphql-yoga';
import type { Odds } from '../../../src/contract/odds/odds.ts';
import type { OddsSnapshot, OddsUpdate } from '../../../src/contract/stream.ts';
import { openHttpServer } from '../../harness/node/http-server.ts';
import { report } from './usage.ts';

/** (b) The usual first version: Yoga with a Repeater for each subscriber. */

interface Update {
  readonly odds: readonly Odds[];
  readonly cursor: string;
  readonly conflated: number;
}

interface Subscriber {
  readonly leagues: ReadonlySet<string> | null;
  readonly push: (value: { liveOdds: Update }) => void;
}

const board = new Map<string, Odds>();
const subscribers = new Set<Subscriber>();
let updates = 0;
let executions = 0;

const parser = createParser({
  onEvent: ({ event, data }) => {
    if (event === 'snapshot') {
      for (const row of (JSON.parse(data) as OddsSnapshot).odds) board.set(row.id, row);
    } else if (event === 'odds:update') {
      publish((JSON.parse(data) as OddsUpdate).odds);
    }
  },
});

function publish(deltas: OddsUpdate['odds']): void {
  const changed: Odds[] = [];
  for (const delta of deltas) {
    const row = board.get(delta.id);
    if (row !== undefined) changed.push(Object.assign(row, delta));
  }
  updates += 1;
  for (const { leagues, push } of subscribers) {
    const odds = leagues === null ? changed : changed.filter((row) => leagues.has(row.league));
    if (odds.length > 0) push({ liveOdds: { odds, cursor: `12345678.${updates}`, conflated: 0 } });
  }
}

const schema = createSchema({
  typeDefs: `
    type Query { isThere: Boolean }
    type Subscription { liveOdds(filter: LiveFilter): LiveOddsEvent }
    input LiveFilter { leagues: [String!] }
    union LiveOddsEvent = OddsSnapshot | OddsUpdate | OddsRemoval | FeedStatus
    type OddsSnapshot { odds: [Odds!]! total: Int! offset: Int! isLast: Boolean! cursor: String! }
    type OddsUpdate { odds: [Odds!]! cursor: String! conflated: Int! }
    type OddsRemoval { ids: [ID!]! cursor: String! }
    type FeedStatus { state: String! }
    type Odds { id: ID! sportsbookId: ID! selection: String! price: Price! line: Float changedAt: String }
    type Price { american: Float! decimal: Float! }
  `,
  resolvers: {
    LiveOddsEvent: {
      __resolveType: () => {
        executions += 1;
        return 'OddsUpdate';
      },
    },
    Odds: {
      sportsbookId: (odds: Odds) => odds.sportsbook,
      price: (odds: Odds) => ({ american: odds.odds_american, decimal: odds.odds_decimal }),
      changedAt: (odds: Odds) => odds.odds_changed_at,
    },
    Subscription: {
      liveOdds: {
        subscribe: (_root: unknown, { filter }: { filter?: { leagues?: string[] } }) =>
          new Repeater<{ liveOdds: Update }>(async (push, stop) => {
            const leagues = filter?.leagues ? new Set(filter.leagues) : null;
            const subscriber = { leagues, push };
            subscribers.add(subscriber);
            await stop;
            subscribers.delete(subscriber);
          }),
      },
    },
  },
});

get(`${process.argv[2]}/api/v1/stream`, (stream) => {
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => parser.feed(text));
});
const yoga = createYoga({ schema, logging: false });
const server = await openHttpServer();
server.on('request', (request, response) => void yoga(request, response));
report(server.url, () => executions);
