import { globSync } from 'node:fs';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql';
import { checkArguments } from './arguments/checked-arguments.ts';
import { sliceLists } from './lists/sliced-lists.ts';
import { muteErrors } from './muted-errors.ts';
import { noteNames } from './names/noted-names.ts';
import { refuseSportsbooks } from './names/refused-sportsbooks.ts';
import { resolveReferencesApart } from './references.ts';
import type { Resolvers } from './resolvers.ts';
import { schemaDocuments } from './sdl.ts';
import { guardTiers } from './tier-directive.ts';

/** `buildSubgraphSchema` takes resolvers only beside SDL. */
const NO_SDL: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

/** What the files of this folder export as `<domain>Resolvers`. */
const RESOLVERS: readonly Resolvers[] = await discoverResolvers();

let executable: GraphQLSchema | null = null;

/** The one executable schema behind every transport, from all SDL files and all resolvers; made by the first call. */
export function executableSchema(): GraphQLSchema {
  executable ??= build();
  return executable;
}

function build(): GraphQLSchema {
  const schema = buildSubgraphSchema([
    ...schemaDocuments().map((typeDefs) => ({ typeDefs })),
    ...RESOLVERS.map((resolvers) => ({ typeDefs: NO_SDL, resolvers })),
  ]);
  requireRootResolvers(schema);
  // Each puts something around the resolvers that those above it have made.
  resolveReferencesApart(schema);
  sliceLists(schema);
  refuseSportsbooks(schema);
  checkArguments(schema);
  noteNames(schema); // Reads the names as clients write them, before `checkArguments` changes their spelling.
  guardTiers(schema);
  muteErrors(schema); // Sees the errors of all others.
  return schema;
}

async function discoverResolvers(): Promise<Resolvers[]> {
  const here = new URL('./', import.meta.url);
  const files = globSync('**/*.ts', { cwd: here }).filter((file) => file !== 'schema.ts');
  const modules: Record<string, unknown>[] = await Promise.all(
    files.sort().map((file) => import(new URL(file, here).href)),
  );
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter(([name]) => name.endsWith('Resolvers'))
      .map(([, resolvers]) => resolvers as Resolvers),
  );
}

/** Throws where a root field has no resolver: it would always be null. */
export function requireRootResolvers(schema: GraphQLSchema): void {
  const subscriptions = schema.getSubscriptionType();
  for (const type of [schema.getQueryType(), schema.getMutationType(), subscriptions]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const resolver = type === subscriptions ? field.subscribe : field.resolve;
      if (resolver === undefined)
        throw new Error(
          `${type}.${field.name} has no resolver: no file in src/resolvers exports one in a "…Resolvers".`,
        );
    }
  }
}
