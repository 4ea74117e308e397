import type { IncomingHttpHeaders } from 'node:http';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { openHttpServer } from '../harness/node/http-server.ts';

/** A subgraph of another team: notes on events, and a price type of its own. */
export const NOTES_SDL = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])
  type Event @key(fields: "id") { id: ID! note: String }
  type Price @shareable { american: Float! decimal: Float! probability: Float! }
  type Query { notedEvent(id: ID!): Event evenMoney: Price! }
`;

const resolvers = {
  Query: {
    notedEvent: (_root: unknown, { id }: { id: string }) => ({ id }),
    evenMoney: () => ({ american: 100, decimal: 2, probability: 0.5 }),
  },
  Event: {
    __resolveReference: ({ id }: { id: string }) => ({ id }),
    note: ({ id }: { id: string }) => noteOn(id),
  },
};

/** The note on every event. */
export function noteOn(eventId: string): string {
  return `Watch ${eventId}.`;
}

export interface NotesSubgraph {
  readonly url: string;
  /** The headers of each request so far. */
  readonly seen: readonly IncomingHttpHeaders[];
  stop(): Promise<void>;
}

export async function startNotesSubgraph(): Promise<NotesSubgraph> {
  const schema = buildSubgraphSchema([{ typeDefs: parse(NOTES_SDL), resolvers }]);
  const yoga = createYoga({ schema, logging: false });
  const seen: IncomingHttpHeaders[] = [];
  const server = await openHttpServer();
  server.on('request', (request, response) => {
    seen.push(request.headers);
    yoga(request, response);
  });
  return { url: `${server.url}/graphql`, seen, stop: server.stop };
}
