import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
} from 'graphql';
import { ABOUT_SCHEMA } from './about.ts';
import { inputSchemaOf } from './input-schema.ts';
import type { JsonSchema } from './json-schema.ts';
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
}

type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** What a tool is called, where its document doesn't say it itself. */
export interface ToolTitle {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** A document that cannot be a tool. The message says why. */
export class ToolError extends Error {}

/**
 * A tool from the text of a document with one query that has a name. Its description is that of the query, unless one is
 * given. Throws `ToolError`.
 */
export function toolOf(text: string, schema: GraphQLSchema, given: ToolTitle = {}): Tool {
  const document = parse(text);
  const operation = queryOf(document);
  const name = operation.name?.value;
  const description = given.description ?? operation.description?.value;
  if (!name || !description) throw new ToolError('A tool needs a name and a description.');
  const fragments = fragmentsOf(document);
  return {
    name,
    title: given.title ?? titleOf(name),
    description: description.replaceAll(/\s+/g, ' '),
    text,
    operation,
    inputSchema: { ...inputSchemaOf(operation, schema), type: 'object' },
    outputSchema: {
      type: 'object',
      properties: { about: ABOUT_SCHEMA, ...outputPropertiesOf(operation, { fragments, schema }) },
      required: ['about'],
    },
  };
}

function queryOf(document: DocumentNode): OperationDefinitionNode {
  const operation = getOperationAST(document);
  if (operation?.operation === OperationTypeNode.QUERY) return operation;
  throw new ToolError('A tool is a document with one operation, and that is a query.');
}

function fragmentsOf({ definitions }: DocumentNode) {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** `best_prices` is "Best prices". */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
