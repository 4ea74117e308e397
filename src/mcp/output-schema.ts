import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema } from './input-schema.ts';

const SCALARS: Readonly<Record<string, string>> = {
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
};

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** A selected field, and whether every object of the result has it. */
interface Selected {
  readonly parent: GraphQLNamedType;
  readonly node: FieldNode;
  readonly isAlways: boolean;
}

/** The JSON Schemas of a tool's result by the names of its root fields: what the operation selects. */
export function outputPropertiesOf(
  operation: OperationDefinitionNode,
  fragments: Fragments,
  schema: GraphQLSchema,
): Readonly<Record<string, JsonSchema>> {
  const query = schema.getQueryType() as GraphQLObjectType;
  return objectSchema(query, [operation.selectionSet], fragments, schema).properties;
}

function objectSchema(
  type: GraphQLNamedType,
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  schema: GraphQLSchema,
) {
  const selected = sets.flatMap((set) => selectedOf(type, set, true, fragments, schema));
  const byKey = Map.groupBy(selected, ({ node }) => (node.alias ?? node.name).value);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [key, [first, ...others]] of byKey) {
    if (first === undefined) continue;
    const nested = [first, ...others].flatMap(({ node }) => node.selectionSet ?? []);
    properties[key] = fieldSchema(first, nested, fragments, schema);
    if (first.isAlways || others.some(({ isAlways }) => isAlways)) required.push(key);
  }
  return { type: 'object', properties, required };
}

/** The fields that a selection set has, those of its fragments too. */
function selectedOf(
  parent: GraphQLNamedType,
  { selections }: SelectionSetNode,
  isAlways: boolean,
  fragments: Fragments,
  schema: GraphQLSchema,
): Selected[] {
  return selections.flatMap((node) => {
    const isHere = isAlways && !node.directives?.length; // `@include` and `@skip`.
    if (node.kind === Kind.FIELD) return [{ parent, node, isAlways: isHere }];
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    const condition = fragment?.typeCondition?.name.value ?? parent.name;
    const narrowed = schema.getType(condition) ?? parent;
    const isAll = isHere && narrowed === parent;
    return fragment ? selectedOf(narrowed, fragment.selectionSet, isAll, fragments, schema) : [];
  });
}

function fieldSchema(
  { parent, node }: Selected,
  nested: readonly SelectionSetNode[],
  fragments: Fragments,
  schema: GraphQLSchema,
): JsonSchema {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return { type: 'string' };
  const field = parent.getFields()[node.name.value];
  if (field === undefined) return { type: 'string' }; // `__typename`.
  const named = getNamedType(field.type);
  const inner = nested.length > 0 ? objectSchema(named, nested, fragments, schema) : leafOf(named);
  return { ...wrapped(field.type, inner), description: field.description };
}

function leafOf(type: GraphQLNamedType): JsonSchema {
  if (isEnumType(type)) {
    return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  }
  return { type: SCALARS[type.name] ?? 'string' };
}

/** `inner` in the lists that the type of a field has around it; null is allowed where the type allows it. */
function wrapped(type: GraphQLOutputType, inner: JsonSchema): JsonSchema {
  if (isNonNullType(type)) return wrappedOnce(type.ofType, inner);
  const schema = wrappedOnce(type, inner);
  const { enum: values } = schema;
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

function wrappedOnce(type: GraphQLOutputType, inner: JsonSchema): JsonSchema {
  return isListType(type) ? { type: 'array', items: wrapped(type.ofType, inner) } : inner;
}
