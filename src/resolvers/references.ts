import { type GraphQLSchema, isUnionType } from 'graphql';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { asError, badUserInput } from '../errors/errors.ts';
import { textProblem } from './arguments/input-reader.ts';

/** Throws `BAD_USER_INPUT` for an entity representation that cannot be resolved. */
type CheckRepresentation = (argument: string, representation: unknown) => void;

/** Every entity of this graph has the single key `id`. */
const Keyed = Compile(Type.Object({ id: Type.String() }));

/**
 * Resolves every representation that a router sends to `_entities` on its own, so that one of an
 * unknown type doesn't fail the others, as it does in the resolver of `@apollo/subgraph`. Changes the schema
 * in place.
 */
export function resolveReferencesApart(schema: GraphQLSchema): GraphQLSchema {
  const field = schema.getQueryType()?.getFields()['_entities'];
  const union = schema.getType('_Entity');
  if (field?.resolve === undefined || !isUnionType(union)) {
    throw new Error('The schema has no entities to resolve.');
  }
  const { resolve } = field;
  const check = representationCheck(union.getTypes().map(({ name }) => name));
  field.resolve = async (root, args: { representations: readonly unknown[] }, context, info) => {
    const outcomes = await Promise.allSettled(
      args.representations.map(async (representation, index) => {
        check(`representations.${index}`, representation);
        const entities = await resolve(root, { representations: [representation] }, context, info);
        return (entities as readonly unknown[])[0];
      }),
    );
    // Errors are returned as values: graphql-jit misplaces a list item whose promise is rejected.
    return outcomes.map((o) => (o.status === 'fulfilled' ? o.value : asError(o.reason)));
  };
  return schema;
}

function representationCheck(entityTypes: readonly string[]): CheckRepresentation {
  const typenames = Type.Union(entityTypes.map((name) => Type.Literal(name)));
  const Typed = Compile(Type.Object({ __typename: typenames }));
  return (argument, representation) => {
    if (typeof representation !== 'object' || representation === null) {
      throw badUserInput(argument, 'must be an object');
    }
    if (!Typed.Check(representation)) {
      throw badUserInput(`${argument}.__typename`, 'must be the name of an entity');
    }
    if (!Keyed.Check(representation)) throw badUserInput(`${argument}.id`, 'must be a string');
    const problem = textProblem(representation.id);
    if (problem !== null) throw badUserInput(`${argument}.id`, problem);
  };
}
