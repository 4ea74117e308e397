import { readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { Resolvers } from '../generated/resolver-types.ts';
import { checkArguments } from './arguments/checked-arguments.ts';
import { apiKeyResolvers } from './fields/api-keys.ts';
import { deepLinkResolvers } from './fields/deep-links.ts';
import { eventResolvers } from './fields/events.ts';
import { gameStateResolvers } from './fields/game-state.ts';
import { liveResolvers } from './fields/live.ts';
import { oddsResolvers } from './fields/odds.ts';
import { opportunityResolvers } from './fields/opportunities.ts';
import { splitsResolvers } from './fields/splits.ts';
import { sportsbookResolvers } from './fields/sportsbooks.ts';
import { viewerResolvers } from './fields/viewer.ts';
import { sliceLists } from './lists/sliced-lists.ts';
import { resolveReferencesApart } from './references.ts';
import { DateTime } from './scalars.ts';

/** The resolvers of each SDL file in `schema/`. */
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
  return checkArguments(sliceLists(resolveReferencesApart(schema)));
}
