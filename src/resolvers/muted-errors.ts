import { type GraphQLSchema, isNonNullType } from 'graphql';
import type { OperationContext } from './context.ts';
import { type Resolve, wrapFields } from './wrap-fields.ts';

/**
 * Once a result has `ERRORS_MAX` errors, further fields that fail are null without one: below long lists, errors that
 * nobody reads would take seconds. Changes the schema in place.
 */
export function muteErrors(schema: GraphQLSchema): void {
  wrapFields(schema, ({ type: returned, resolve }, type) => {
    const cannotFail = resolve === undefined;
    if (cannotFail || isNonNullType(returned) || type === schema.getSubscriptionType()) return null;
    return muted;
  });
}

function muted(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    try {
      const found: unknown = resolve(parent, args, context, info);
      if (!(found instanceof Promise)) return found;
      return found.catch((error: unknown) => throwOrNull(error, context, info.rootValue));
    } catch (error) {
      return throwOrNull(error, context, info.rootValue);
    }
  };
}

function throwOrNull(error: unknown, context: OperationContext, rootValue: unknown): null {
  if (context.countError(rootValue)) throw error;
  return null;
}
