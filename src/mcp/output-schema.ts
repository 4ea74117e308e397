import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type JsonSchema, schemaOfType } from './json-schema.ts';

/** What is selected of an object. */
interface Selection {
  readonly type: GraphQLNamedType;
  readonly set: SelectionSetNode;
}

interface SelectedField {
  readonly parent: GraphQLNamedType;
  readonly node: FieldNode;
}

interface Document {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly schema: GraphQLSchema;
}

/**
 * The JSON Schemas of what a tool's operation selects, by the names of its root fields. They have no descriptions, as names
 * state their units, and don't say what is required: else a model would have much more to read before it can call a tool.
 */
export function outputPropertiesOf(
  { selectionSet: set }: OperationDefinitionNode,
  document: Document,
): Readonly<Record<string, JsonSchema>> {
  const type = document.schema.getQueryType() as GraphQLObjectType;
  return objectSchema([{ type, set }], document).properties;
}

function objectSchema(selections: readonly Selection[], document: Document) {
  const fields = selections.flatMap((one) => fieldsOf(one, document));
  const byKey = Map.groupBy(fields, ({ node }) => (node.alias ?? node.name).value);
  const schemas = Array.from(byKey, ([key, some]) => [key, fieldSchema(some, document)]);
  return { type: 'object', properties: Object.fromEntries(schemas) };
}

/** The fields that a selection has, those of its fragments too. */
function fieldsOf({ type: parent, set }: Selection, document: Document): SelectedField[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [{ parent, node }];
    const isSpread = node.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? document.fragments.get(node.name.value) : node;
    const type = document.schema.getType(fragment?.typeCondition?.name.value ?? '') ?? parent;
    return fragment ? fieldsOf({ type, set: fragment.selectionSet }, document) : [];
  });
}

/** `some` are all places that select a field of this name. They may be of several types, but of one shape. */
function fieldSchema(some: readonly SelectedField[], document: Document): JsonSchema {
  const found = some.flatMap(({ parent, node: { name, selectionSet: set } }) => {
    const hasFields = isObjectType(parent) || isInterfaceType(parent);
    const type = hasFields ? parent.getFields()[name.value]?.type : undefined;
    return type === undefined ? [] : [{ type, set }];
  });
  const [first] = found;
  if (first === undefined) return { type: 'string' }; // `__typename`.
  const selections = found.flatMap(({ type, set }) =>
    set ? [{ type: getNamedType(type), set }] : [],
  );
  return schemaOfType(first.type, true, () => objectSchema(selections, document));
}
