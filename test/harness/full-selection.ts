import { type GraphQLOutputType, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { executableSchema } from '../../src/resolvers/schema.ts';

const schema = executableSchema();

const OWN_TESTS = new Set([
  'splits',
  'splitsHistory',
  'lowHoldOpportunities',
  'liveGameState',
  'deepLink',
  'fairPrice',
  'bestEvPercent',
]);

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
      !OWN_TESTS.has(field.name) &&
      !path.includes(getNamedType(field.type).name) &&
      field.args.every((arg) => !String(arg.type).endsWith('!') || arg.defaultValue !== undefined),
  );
  return `{ ${fields.map((field) => `${field.name} ${selection(field.type, path)}`).join(' ')} }`;
}
