import type { GraphQLFieldResolver } from 'graphql';
import { onTestFinished } from 'vitest';
import { SCHEMA_FIELDS } from './schema-fields.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** Wraps the resolver of a field, such as `Event.splits`, until the end of the test. */
export function wrapResolver(coordinate: string, wrap: (resolve: Resolver) => Resolver): void {
  const field = SCHEMA_FIELDS.find((one) => one.coordinate === coordinate)?.field;
  if (field?.resolve === undefined) throw new Error(`${coordinate} has no resolver.`);
  const { resolve } = field;
  field.resolve = wrap(resolve);
  onTestFinished(() => {
    field.resolve = resolve;
  });
}
