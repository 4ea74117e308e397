import { type GraphQLSchema, isUnionType } from 'graphql';
import { asError, badUserInput } from '../errors/errors.ts';
import { textProblem } from './arguments/input-reader.ts';
import type { OperationContext } from './context.ts';

interface Representations {
  readonly representations: readonly unknown[];
}

/**
 * Resolves every representation that a router sends to `_entities` on its own, so that one of an
 * unknown type doesn't fail the others, as it does in the resolver of `@apollo/subgraph`. Changes the schema
 * in place.
 */
export function resolveReferencesApart(schema: GraphQLSchema): void {
  const field = schema.getQueryType()?.getFields()['_entities'];
  const union = schema.getType('_Entity');
  if (field?.resolve === undefined || !isUnionType(union)) {
    throw new Error('The schema has no entities to resolve.');
  }
  const { resolve } = field;
  const entities = union.getTypes().map(({ name }) => name);
  field.resolve = (root, args: Representations, context: OperationContext, info) => {
    context.requireCredential(); // One error instead of one for each representation.
    return args.representations.map(async (representation, index) => {
      try {
        checkRepresentation(`representations.${index}`, representation, entities);
        const found = await resolve(root, { representations: [representation] }, context, info);
        const entity: unknown = await (found as readonly unknown[])[0];
        await context.slices?.wait(1);
        return entity;
      } catch (error) {
        // As a value: graphql-jit misplaces a list item whose promise is rejected.
        return context.countError(info.rootValue) ? asError(error) : null;
      }
    });
  };
}

/** Throws `BAD_USER_INPUT` for a representation that cannot be resolved. Every entity has the single key `id`. */
function checkRepresentation(
  argument: string,
  representation: unknown,
  entities: readonly string[],
): void {
  if (typeof representation !== 'object' || representation === null) {
    throw badUserInput(argument, 'must be an object');
  }
  const { __typename: type, id }: { __typename?: unknown; id?: unknown } = representation;
  if (typeof type !== 'string' || !entities.includes(type)) {
    throw badUserInput(`${argument}.__typename`, 'must be the name of an entity');
  }
  if (typeof id !== 'string') throw badUserInput(`${argument}.id`, 'must be a string');
  const problem = textProblem(id);
  if (problem !== null) throw badUserInput(`${argument}.id`, problem);
}
