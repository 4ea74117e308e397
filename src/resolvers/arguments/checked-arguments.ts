import type { GraphQLSchema } from 'graphql';
import { wrapFields } from '../wrap-fields.ts';
import { ARGUMENT_BOUNDS, type ArgumentBounds, BOUNDS_BY_NAME } from './argument-bounds.ts';
import { objectReader } from './input-reader.ts';

/**
 * Adds argument checks to every field that needs them, in place. Strings, lists and numbers are
 * bounded by the defaults unless `bounds` says otherwise, so a new argument needs no check in its
 * resolver. Lists of slugs reach resolvers in their canonical spelling. Throws for bounds whose
 * coordinate is not in the schema.
 */
export function checkArguments(
  schema: GraphQLSchema,
  bounds: Readonly<Record<string, ArgumentBounds>> = ARGUMENT_BOUNDS,
): void {
  const unused = new Set(Object.keys(bounds));
  const lookup = (coordinate: string): ArgumentBounds => {
    unused.delete(coordinate);
    return bounds[coordinate] ?? {};
  };
  wrapFields(schema, (field, type) => {
    const inputs = field.args.map((definition) => {
      const stated = lookup(`${type.name}.${field.name}(${definition.name}:)`);
      return { definition, bounds: { ...BOUNDS_BY_NAME[definition.name], ...stated } };
    });
    const read = objectReader(inputs, lookup);
    if (read === null) return null;
    return (resolve) => (parent, args, context, info) =>
      resolve(parent, read(args, '') as typeof args, context, info);
  });
  if (unused.size > 0)
    throw new Error(`No argument or input field is at ${[...unused].join(', ')}.`);
}
