import {
  type GraphQLNamedType,
  type GraphQLType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';

export type JsonSchema = Readonly<Record<string, unknown>>;
export type ObjectSchema = JsonSchema & { readonly type: 'object' };

const SCALARS: ReadonlyMap<string, JsonSchema> = new Map([
  ['Int', { type: 'integer' }],
  ['Float', { type: 'number' }],
  ['Boolean', { type: 'boolean' }],
]);

/** The JSON Schema of a type of the graph. `objectOf` makes that of an object. */
export function schemaOfType(
  type: GraphQLType,
  allowsNull: boolean,
  objectOf: (type: GraphQLNamedType) => JsonSchema,
): JsonSchema {
  const present = presentSchema(getNullableType(type), allowsNull, objectOf);
  return allowsNull && !isNonNullType(type) ? orNull(present) : present;
}

/** Not a list of types, which fewer clients understand. */
export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

function presentSchema(
  type: GraphQLType,
  allowsNull: boolean,
  objectOf: (type: GraphQLNamedType) => JsonSchema,
): JsonSchema {
  if (isListType(type)) {
    return { type: 'array', items: schemaOfType(type.ofType, allowsNull, objectOf) };
  }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (isScalarType(type)) return SCALARS.get(type.name) ?? { type: 'string' };
  return objectOf(type as GraphQLNamedType);
}
