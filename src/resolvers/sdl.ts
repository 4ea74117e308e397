import { globSync, readFileSync } from 'node:fs';
import { type DocumentNode, parse } from 'graphql';
import { withConnectionTypes } from './lists/connection-types.ts';
import { withRouteDirectives } from './route-directives.ts';

const SDL_FOLDER = new URL('../../schema/', import.meta.url);

/** The whole schema, which `npm run schema` prints next to its sources. It is not a source itself. */
const PRINTED = 'oddsgraph.graphql';

/** The order of the domains in the printed schema. Others follow by name. */
const FIRST_DOMAINS = [
  'shared',
  'viewer',
  'sportsbooks',
  'sports',
  'events',
  'odds',
  'comparison',
  'splits',
  'game-state',
  'deep-links',
  'api-keys',
  'opportunities',
  'live',
  'history',
];

/** The graph's SDL, one document for each domain, with what follows from routes and connections. */
export function schemaDocuments(): DocumentNode[] {
  const files = globSync('*.graphql', { cwd: SDL_FOLDER }).filter((file) => file !== PRINTED);
  const first = FIRST_DOMAINS.map((domain) => `${domain}.graphql`);
  return [...new Set([...first, ...files.sort()])].map((file) =>
    withConnectionTypes(
      withRouteDirectives(parse(readFileSync(new URL(file, SDL_FOLDER), 'utf8'))),
    ),
  );
}
