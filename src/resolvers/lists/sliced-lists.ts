import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { OperationContext } from '../context.ts';

type Resolve = GraphQLFieldResolver<unknown, OperationContext>;

/**
 * Makes the list of every field with `@listSize` wait for its slice, so that large operations let others run
 * in between. Changes the schema in place.
 */
export function sliceLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const directives = field.astNode?.directives ?? [];
      const isSized = directives.some(({ name }) => name.value === 'listSize');
      if (isSized && field.resolve !== undefined) field.resolve = sliced(field.resolve);
    }
  }
  return schema;
}

function sliced(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const found: unknown = resolve(parent, args, context, info);
    const { slices } = context; // Null unless the operation is large.
    // A list that is returned without a promise belongs to the slice of its parent.
    if (!slices || !(found instanceof Promise)) return found;
    return found.then((list) => slices.wait(rowsOf(list))?.then(() => list) ?? list);
  };
}

/** The number of items of a list, or of the page of a connection; 1 for anything else. */
function rowsOf(list: unknown): number {
  const rows = Array.isArray(list) ? list : Object(list).nodes;
  return Array.isArray(rows) ? rows.length : 1;
}
