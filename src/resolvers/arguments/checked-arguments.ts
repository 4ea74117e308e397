import { type GraphQLObjectType, type GraphQLSchema, getDirectiveValues } from 'graphql';
import { type Field, wrapFields } from '../wrap-fields.ts';
import {
  ARGUMENT_BOUNDS,
  type ArgumentBounds,
  CONNECTION_CURSOR_BOUNDS,
  PAGE_SIZE_BOUNDS,
} from './argument-bounds.ts';
import { type InputReader, objectReader } from './input-reader.ts';

const NO_BOUNDS: ArgumentBounds = {};

/**
 * Adds argument checks to every field that needs them, in place. Strings, lists and numbers are
 * bounded by the defaults unless `bounds` says otherwise, so a new argument needs no check in its
 * resolver. Lists of slugs reach resolvers in their canonical spelling. Throws for bounds whose
 * coordinate is not in the schema.
 */
export function checkArguments(
  schema: GraphQLSchema,
  bounds: Readonly<Record<string, ArgumentBounds>> = ARGUMENT_BOUNDS,
): GraphQLSchema {
  const unused = new Set(Object.keys(bounds));
  const lookup = (coordinate: string): ArgumentBounds => {
    unused.delete(coordinate);
    return bounds[coordinate] ?? NO_BOUNDS;
  };
  wrapFields(schema, (field, type) => {
    const read = argumentsReader(schema, type, field, lookup);
    if (read === null) return null;
    return (resolve) => (parent, args, context, info) =>
      resolve(parent, read(args, '') as typeof args, context, info);
  });
  if (unused.size > 0)
    throw new Error(`No argument or input field is at ${[...unused].join(', ')}.`);
  return schema;
}

function argumentsReader(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  field: Field,
  lookup: (coordinate: string) => ArgumentBounds,
): InputReader | null {
  const pageSizes = slicingArguments(schema, field);
  const inputs = field.args.map((definition) => {
    const stated = lookup(`${type.name}.${field.name}(${definition.name}:)`);
    const implied = pagingBounds(definition.name, pageSizes);
    return { definition, bounds: { ...implied, ...stated } };
  });
  return objectReader(inputs, lookup);
}

/** The bounds that follow from `@listSize`: of the size of a page, and of the cursor that the page follows. */
function pagingBounds(argument: string, pageSizes: readonly unknown[]): ArgumentBounds {
  if (pageSizes.includes(argument)) return PAGE_SIZE_BOUNDS;
  return argument === 'after' && pageSizes.includes('first') ? CONNECTION_CURSOR_BOUNDS : NO_BOUNDS;
}

/** The arguments that hold the size of a page, by `@listSize`. */
function slicingArguments(schema: GraphQLSchema, { astNode }: Field): readonly unknown[] {
  const listSize = schema.getDirective('listSize');
  if (!listSize || !astNode) return [];
  const names = getDirectiveValues(listSize, astNode)?.['slicingArguments'];
  return Array.isArray(names) ? names : [];
}
