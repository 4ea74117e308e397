import type { GraphQLSchema } from 'graphql';
import { type Resolve, wrapFields } from '../wrap-fields.ts';

/**
 * Makes the list of every field with `@listSize` wait for its slice, so that operations with many rows let others run
 * in between. Changes the schema in place.
 */
export function sliceLists(schema: GraphQLSchema): void {
  wrapFields(schema, ({ astNode, resolve }) => {
    const isSized = astNode?.directives?.some(({ name }) => name.value === 'listSize');
    return isSized && resolve !== undefined ? sliced : null;
  });
}

function sliced(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const found: unknown = resolve(parent, args, context, info);
    const { slices } = context; // Null for events of subscriptions.
    // A list that is returned without a promise belongs to the slice of its parent.
    if (!slices || !(found instanceof Promise)) return found;
    return found.then((list) => slices.wait(rowsOf(list))?.then(() => list) ?? list);
  };
}

/** The number of items of a list, or of the page of one; 1 for anything else. */
function rowsOf(list: unknown): number {
  const { nodes, entries, points } = Object(list);
  const rows = Array.isArray(list) ? list : (nodes ?? entries ?? points);
  return Array.isArray(rows) ? rows.length : 1;
}
