import type { ResolversParentTypes, Resolvers as Stated } from '../generated/resolver-types.ts';

type RootType = 'Query' | 'Mutation' | 'Subscription';

/** The fields that the model of a type has a property for, and the hooks of GraphQL tools. */
type PropertyOf<Type> = Type extends keyof ResolversParentTypes
  ? keyof ResolversParentTypes[Type] | `__${string}`
  : never;

/** The resolvers of a type, and none is optional for which its model has no property: its field would be null. */
type Complete<Type, Fields> = Fields &
  Required<Pick<Fields, Exclude<keyof Fields, PropertyOf<Type>>>>;

/** Resolvers of some types of the graph. All fields of a type stand together, unless it is a root. */
export type Resolvers = {
  readonly [Type in keyof Stated]?: Type extends RootType
    ? Stated[Type]
    : Complete<Type, NonNullable<Stated[Type]>>;
};
