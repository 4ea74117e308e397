import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import type { OperationContext } from './context.ts';

export type Field = GraphQLField<unknown, OperationContext>;
export type Resolve = GraphQLFieldResolver<unknown, OperationContext>;

/**
 * Puts something around the resolvers of those fields for which `wrapperOf` returns a function; around that of a
 * subscription when it starts, and not for every event. Changes the schema in place.
 */
export function wrapFields(
  schema: GraphQLSchema,
  wrapperOf: (field: Field, type: GraphQLObjectType) => ((resolve: Resolve) => Resolve) | null,
): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const wrap = wrapperOf(field, type);
      if (wrap === null) continue;
      if (type !== schema.getSubscriptionType()) {
        field.resolve = wrap(field.resolve ?? defaultFieldResolver);
      } else if (field.subscribe !== undefined) field.subscribe = wrap(field.subscribe);
    }
  }
}
