import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { OperationContext } from '../context.ts';

type Resolve = GraphQLFieldResolver<unknown, OperationContext>;

/** Has the lists of large operations wait for their turn, in place: every field with `@listSize`. */
export function paceLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const directives = field.astNode?.directives ?? [];
      const isSized = directives.some(({ name }) => name.value === 'listSize');
      if (isSized && field.resolve !== undefined) field.resolve = paced(field.resolve);
    }
  }
  return schema;
}

function paced(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const found: unknown = resolve(parent, args, context, info);
    const { pacer } = context;
    // What is there at once is executed with its parent.
    if (!pacer || !(found instanceof Promise)) return found;
    return found.then((list) => pacer.pace(rowsOf(list))?.then(() => list) ?? list);
  };
}

/** Rows of a list, or of a connection's page. */
function rowsOf(list: unknown): number {
  const rows = Array.isArray(list) ? list : Object(list).nodes;
  return Array.isArray(rows) ? rows.length : 1;
}
