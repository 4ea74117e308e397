import { globSync, readFileSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type GraphQLSchema, parse } from 'graphql';
import type { Resolvers } from '../generated/resolver-types.ts';
import { apiKeyResolvers } from './api-keys.ts';
import { deepLinkResolvers } from './deep-links.ts';
import { eventResolvers } from './events.ts';
import { gameStateResolvers } from './game-state.ts';
import { paceLists } from './lists/paced-lists.ts';
import { liveResolvers } from './live.ts';
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
};

const FOLDER = new URL('../../schema/', import.meta.url);

/** `npm run schema` prints the whole schema beside its sources. */
const PRINTED = 'oddsgraph.graphql';

/** The one executable schema behind every transport. */
export function executableSchema(): GraphQLSchema {
  for (const file of globSync('*.graphql', { cwd: FOLDER })) {
    if (file !== PRINTED && !Object.hasOwn(DOMAINS, file.replace('.graphql', ''))) {
      throw new Error(`schema/${file} is not among the domains of the schema.`);
    }
  }
  const schema = buildSubgraphSchema(
    Object.entries(DOMAINS).map(([domain, resolvers]) => ({
      typeDefs: parse(readFileSync(new URL(`${domain}.graphql`, FOLDER), 'utf8')),
      resolvers,
    })),
  );
  requireRootResolvers(schema);
  return paceLists(resolveReferencesApart(schema));
}

/** Throws where a root field has no resolver: it would always be null. */
export function requireRootResolvers(schema: GraphQLSchema): void {
  const subscriptions = schema.getSubscriptionType();
  for (const type of [schema.getQueryType(), schema.getMutationType(), subscriptions]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const resolver = type === subscriptions ? field.subscribe : field.resolve;
      if (resolver === undefined) throw new Error(`${type}.${field.name} has no resolver.`);
    }
  }
}
