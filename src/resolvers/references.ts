import { type GraphQLSchema, isUnionType } from 'graphql';
import { asError, badUserInput } from '../errors.ts';
import { checkText } from './lists/arguments.ts';

/**
 * Lets every representation that a router sends to `_entities` be resolved, or fail, by itself:
 * in the library's resolver one of an unknown type takes all the others with it. Changes the schema
 * in place.
 */
export function resolveReferencesApart(schema: GraphQLSchema): GraphQLSchema {
  const field = schema.getQueryType()?.getFields()['_entities'];
  const union = schema.getType('_Entity');
  if (field?.resolve === undefined || !isUnionType(union)) {
    throw new Error('The schema has no entities to resolve.');
  }
  const { resolve } = field;
  const entityTypes = new Set(union.getTypes().map(({ name }) => name));
  field.resolve = async (root, args: { representations: readonly unknown[] }, context, info) => {
    const outcomes = await Promise.allSettled(
      args.representations.map(async (representation, index) => {
        checkRepresentation(`representations.${index}`, representation, entityTypes);
        const one = await resolve(root, { representations: [representation] }, context, info);
        return (one as readonly unknown[])[0];
      }),
    );
    // Errors as values: the compiled executor misplaces a list item whose promise is rejected.
    return outcomes.map((o) => (o.status === 'fulfilled' ? o.value : asError(o.reason)));
  };
  return schema;
}

/** Every entity of this graph has the one key `id`. */
function checkRepresentation(
  argument: string,
  value: unknown,
  entityTypes: ReadonlySet<string>,
): void {
  if (typeof value !== 'object' || value === null)
    throw badUserInput(argument, 'must be an object');
  const { __typename: type, id } = value as { __typename?: unknown; id?: unknown };
  if (typeof type !== 'string' || !entityTypes.has(type)) {
    throw badUserInput(`${argument}.__typename`, 'must name an entity');
  }
  if (typeof id !== 'string') throw badUserInput(`${argument}.id`, 'must be a string');
  checkText(`${argument}.id`, id);
}
