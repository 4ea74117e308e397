import {
  type GraphQLNamedType,
  GraphQLNonNull,
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
  if (allowsNull && !isNonNullType(type)) {
    return orNull(schemaOfType(new GraphQLNonNull(type), allowsNull, objectOf));
  }
  const present = getNullableType(type);
  if (isListType(present)) {
    return { type: 'array', items: schemaOfType(present.ofType, allowsNull, objectOf) };
  }
  if (isEnumType(present)) {
    return { type: 'string', enum: present.getValues().map(({ name }) => name) };
  }
  if (isScalarType(present)) return SCALARS.get(present.name) ?? { type: 'string' };
  return objectOf(present as GraphQLNamedType);
}

/** Not a list of types, which fewer clients understand. */
export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}
