import {
  type DocumentNode,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  getDirectiveValues,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  visit,
} from 'graphql';
import { ABOUT_SCHEMA } from './about.ts';
import { inputSchemaOf } from './input-schema.ts';
import type { ObjectSchema } from './json-schema.ts';
import { outputPropertiesOf } from './output-schema.ts';

type Variables = Readonly<Record<string, unknown>>;

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
  /** Whether it answers a call with what sportsbooks offer, of which a tier may not see all. */
  readonly isAboutSportsbooks: (variables: Variables) => boolean;
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
  const taken = 'about' in properties ? 'about' : hasKilobytes(operation) && 'maxKilobytes';
  if (taken) {
    const problem = `cannot use the name "${taken}", which every tool has`;
    throw new Error(`TRUSTED_DOCUMENTS cannot be read: its tool "${name}" ${problem}.`);
  }
  return {
    name,
    title: title ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`,
    description: described.replaceAll(/\s+/g, ' '),
    text,
    operation,
    inputSchema: inputSchemaOf(operation, schema),
    outputSchema: {
      type: 'object',
      properties: { about: ABOUT_SCHEMA, ...properties },
      required: ['about'],
    },
    isAboutSportsbooks: (variables) => selectsSportsbooks(document, variables),
  };
}

function hasKilobytes({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.some(({ variable }) => variable.name.value === 'maxKilobytes');
}

/** Whether a field that is not left out has a sportsbook. Of splits, which have some too, every tier sees all sources. */
function selectsSportsbooks(document: DocumentNode, variables: Variables): boolean {
  let isSelected = false;
  visit(document, {
    Field(node) {
      const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
      if (include?.['if'] === false || node.name.value.startsWith('splits')) return false;
      isSelected ||= /sportsbook/i.test(node.name.value);
      return undefined;
    },
  });
  return isSelected;
}

/** A tool as the protocol lists it. */
export function listedTool({ name, title, description, inputSchema, outputSchema }: Tool) {
  const annotations = { title, readOnlyHint: true, openWorldHint: true };
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** The addresses of resources begin with it. */
export const URI = 'oddsgraph://';

/** A resource (what agents are offered to read) as the protocol lists it. */
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
