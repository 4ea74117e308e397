import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import {
  ARGUMENT_BOUNDS,
  type ArgumentBounds,
  CONNECTION_CURSOR_BOUNDS,
  PAGE_SIZE_BOUNDS,
} from './argument-bounds.ts';
import { type InputReader, objectReader } from './input-reader.ts';

type Field = GraphQLField<unknown, unknown>;
type Resolve = GraphQLFieldResolver<unknown, unknown>;

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
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const read = argumentsReader(schema, type, field, lookup);
      if (read === null) continue;
      // The arguments of a subscription are checked once, when it starts, and not for every event.
      if (type !== schema.getSubscriptionType()) {
        field.resolve = checked(field.resolve ?? defaultFieldResolver, read);
      } else if (field.subscribe !== undefined) field.subscribe = checked(field.subscribe, read);
    }
  }
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

function checked(resolve: Resolve, read: InputReader): Resolve {
  return (parent, args, context, info) =>
    resolve(parent, read(args, '') as typeof args, context, info);
}
