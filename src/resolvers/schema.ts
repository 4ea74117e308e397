import { readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { Resolvers } from '../generated/graph.ts';
import { eventResolvers } from './events.ts';
import { oddsResolvers } from './odds.ts';
import { DateTime } from './scalars.ts';
import { sportsbookResolvers } from './sportsbooks.ts';
import { viewerResolvers } from './viewer.ts';

/** Each domain's SDL file in `schema/`, and the resolvers of what it declares. */
const DOMAINS: Readonly<Record<string, Resolvers>> = {
  shared: { DateTime },
  viewer: viewerResolvers,
  sportsbooks: sportsbookResolvers,
  events: eventResolvers,
  odds: oddsResolvers,
  comparison: {},
  splits: {},
  'game-state': {},
  'deep-links': {},
  'api-keys': {},
  opportunities: {},
};

/** The one executable schema behind every door. */
export function executableSchema(): GraphQLSchema {
  return buildSubgraphSchema(
    Object.entries(DOMAINS).map(([domain, resolvers]) => ({
      typeDefs: parse(
        readFileSync(new URL(`../../schema/${domain}.graphql`, import.meta.url), 'utf8'),
      ),
      resolvers,
    })),
  );
}
