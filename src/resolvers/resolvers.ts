import type { Resolvers as Generated, ResolversParentTypes } from '../generated/resolver-types.ts';

type RootType = 'Query' | 'Mutation' | 'Subscription';

/** The fields that a type's model has as properties, and hooks such as `__resolveReference`. */
type PropertyOf<Type> = Type extends keyof ResolversParentTypes
  ? keyof ResolversParentTypes[Type] | `__${string}`
  : never;

/** The resolvers of a type. Fields that its model lacks need one: without it, they would always be null. */
type Complete<Type, Fields> = Fields &
  Required<Pick<Fields, Exclude<keyof Fields, PropertyOf<Type>>>>;

/** Resolvers of some types of the graph. Only those of root types may be spread over several of these. */
export type Resolvers = {
  readonly [Type in keyof Generated]?: Type extends RootType
    ? Generated[Type]
    : Complete<Type, NonNullable<Generated[Type]>>;
};
