import { writeFileSync } from 'node:fs';
import { printSubgraphSchema } from '@apollo/subgraph';
import { guardTiers } from '../../src/access/tier-directive.ts';
import { executableSchema } from '../../src/resolvers/schema.ts';

/** Writes the served schema to `schema/oddsgraph.graphql`, for readers and tools. */
writeFileSync(
  new URL('../../schema/oddsgraph.graphql', import.meta.url),
  `${printSubgraphSchema(guardTiers(executableSchema())).trim()}\n`,
);
