import type { Tool } from './tool.ts';

/** The addresses of what is offered to read begin with it. */
export const URI = 'oddsgraph://';

export const SCHEMA_RESOURCE = {
  uri: `${URI}schema`,
  name: 'schema',
  title: 'The GraphQL schema',
  description: 'Every type and field behind the tools, with descriptions.',
  mimeType: 'application/graphql',
};

/** A tool as the protocol lists it. */
export function listedTool({ text: _, operation: __, ...tool }: Tool) {
  const annotations = { title: tool.title, readOnlyHint: true, openWorldHint: true };
  return { ...tool, annotations };
}

/** What can be read, as the protocol lists it. */
export function listedResource({ name, title, description }: Tool) {
  return { uri: `${URI}${name}`, name, title, description, mimeType: 'application/json' };
}
