import { writeFileSync } from 'node:fs';
import { printSubgraphSchema } from '@apollo/subgraph';
import { executableSchema } from '../../src/resolvers/schema.ts';

/** Writes the served schema to `schema/oddsgraph.graphql`, for readers and tools. */
writeFileSync(
  new URL('../../schema/oddsgraph.graphql', import.meta.url),
  `${printSubgraphSchema(executableSchema()).trim()}\n`,
);
