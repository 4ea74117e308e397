import { type GraphQLSchema, isNonNullType } from 'graphql';
import type { OperationContext } from './context.ts';
import { type Resolve, wrapFields } from './wrap-fields.ts';

/**
 * Has every field with a resolver be null without an error where the result has no room for its error: below long lists,
 * errors that nobody sees would take seconds. Changes the schema in place.
 */
export function muteErrors(schema: GraphQLSchema): GraphQLSchema {
  return wrapFields(schema, ({ type: returned, resolve }, type) => {
    const canFail = resolve !== undefined && !isNonNullType(returned);
    return canFail && type !== schema.getSubscriptionType() ? muted : null;
  });
}

function muted(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    try {
      const found: unknown = resolve(parent, args, context, info);
      if (!(found instanceof Promise)) return found;
      return found.catch((error: unknown) => nullUnlessShown(error, context, info.rootValue));
    } catch (error) {
      return nullUnlessShown(error, context, info.rootValue);
    }
  };
}

function nullUnlessShown(error: unknown, context: OperationContext, rootValue: unknown): null {
  if (context.noteError(rootValue)) throw error;
  return null;
}
