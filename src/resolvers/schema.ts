import { readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { Resolvers } from '../generated/resolver-types.ts';
import { apiKeyResolvers } from './api-keys.ts';
import { deepLinkResolvers } from './deep-links.ts';
import { eventResolvers } from './events.ts';
import { gameStateResolvers } from './game-state.ts';
import { paceLists } from './lists/paced-lists.ts';
import { liveResolvers } from './live.ts';
import { nodeResolvers } from './node.ts';
import { oddsResolvers } from './odds.ts';
import { opportunityResolvers } from './opportunities.ts';
import { resolveReferencesApart } from './references.ts';
import { DateTime } from './scalars.ts';
import { splitsResolvers } from './splits.ts';
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
  splits: splitsResolvers,
  'game-state': gameStateResolvers,
  'deep-links': deepLinkResolvers,
  'api-keys': apiKeyResolvers,
  opportunities: opportunityResolvers,
  live: liveResolvers,
  node: nodeResolvers,
};

/** The one executable schema behind every transport. */
export function executableSchema(): GraphQLSchema {
  const schema = buildSubgraphSchema(
    Object.entries(DOMAINS).map(([domain, resolvers]) => ({
      typeDefs: parse(
        readFileSync(new URL(`../../schema/${domain}.graphql`, import.meta.url), 'utf8'),
      ),
      resolvers,
    })),
  );
  return paceLists(resolveReferencesApart(schema));
}
