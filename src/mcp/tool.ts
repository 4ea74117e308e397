import {
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { ABOUT_SCHEMA } from './about.ts';
import { inputSchemaOf } from './input-schema.ts';
import type { ObjectSchema } from './json-schema.ts';
import { outputPropertiesOf } from './output-schema.ts';

/** A query that an agent can call by its name, with its variables as arguments. */
export interface Tool {
  /** The name of the operation. */
  readonly name: string;
  readonly title: string;
  /** When to use it and when not, for a model. */
  readonly description: string;
  /** The text of the document. */
  readonly text: string;
  readonly operation: OperationDefinitionNode;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** Whether it answers with what sportsbooks offer, of which a tier may not see all. */
  readonly isAboutSportsbooks: boolean;
}

/** The text of a document with one query that has a name, and what it is called if it doesn't say so itself. */
export interface ToolDocument {
  readonly text: string;
  readonly title?: string;
  readonly description?: string;
}

export function toolOf({ text, title, description }: ToolDocument, schema: GraphQLSchema): Tool {
  const document = parse(text);
  const operation = getOperationAST(document);
  const name = operation?.name?.value;
  const described = description ?? operation?.description?.value;
  if (!operation || !name || !described) throw new Error(`This is no tool: ${text}`);
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const byName = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  const properties = outputPropertiesOf(operation, { fragments: byName, schema });
  return {
    name,
    title: title ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`,
    description: described.replaceAll(/\s+/g, ' '),
    ...{ text, operation },
    inputSchema: inputSchemaOf(operation, schema),
    outputSchema: {
      type: 'object',
      properties: { about: ABOUT_SCHEMA, ...properties },
      required: ['about'],
    },
    // Of splits, which sportsbooks report too, every tier sees all sources.
    isAboutSportsbooks: /sportsbook/i.test(text) && !/\bsplits\b.*\{/.test(text),
  };
}

/** A tool as the protocol lists it. */
export function listedTool({ text: _, operation: __, isAboutSportsbooks: ___, ...tool }: Tool) {
  const annotations = { title: tool.title, readOnlyHint: true, openWorldHint: true };
  return { ...tool, annotations };
}

/** The addresses of what is offered to read begin with it. */
export const URI = 'oddsgraph://';

/** What can be read, as the protocol lists it. */
export function listedResource({ name, title, description }: Tool) {
  return { uri: `${URI}${name}`, name, title, description, mimeType: 'application/json' };
}

export const SCHEMA_RESOURCE = {
  uri: `${URI}schema`,
  name: 'schema',
  title: 'The GraphQL schema',
  description: 'Every type and field behind the tools, with descriptions.',
  mimeType: 'application/graphql',
};
