import { type GraphQLOutputType, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { executableSchema } from '../../src/resolvers/schema.ts';
import { hasDirective } from './schema-fields.ts';

const schema = executableSchema();

/** Fields whose values are computed, with tests of their own. */
const COMPUTED = new Set(['fairPrice', 'bestEvPercent']);

/** Fields with a cost of their own, which most have because of a route with tests of its own. These are selected. */
const FOLLOWED = new Set(['event', 'sportsbook', 'sportsbooks', 'odds', 'comparison']);

/**
 * A selection of every field of a type and of the types below it, except those whose routes have
 * tests of their own. Recursive types are selected once. Fields with required arguments are left out.
 */
export function fullSelection(typeName: string): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`There is no object type "${typeName}".`);
  return selection(type, []);
}

function selection(output: GraphQLOutputType, above: readonly string[]): string {
  const type = getNamedType(output);
  if (!isCompositeType(type)) return '';
  if (!isObjectType(type)) throw new Error(`"${type.name}" needs a selection a type.`);
  const path = [...above, type.name];
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      !COMPUTED.has(field.name) &&
      (FOLLOWED.has(field.name) || !hasDirective(field, 'cost')) &&
      !path.includes(getNamedType(field.type).name) &&
      field.args.every((arg) => !String(arg.type).endsWith('!') || arg.defaultValue !== undefined),
  );
  return `{ ${fields.map((field) => `${field.name} ${selection(field.type, path)}`).join(' ')} }`;
}
