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

/** What is selected of an object, and whether every object of the result has it. */
interface Selection {
  readonly type: GraphQLNamedType;
  readonly set: SelectionSetNode;
  readonly isAlways: boolean;
}

interface SelectedField {
  readonly parent: GraphQLNamedType;
  readonly node: FieldNode;
  readonly isAlways: boolean;
}

interface Document {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly schema: GraphQLSchema;
}

/**
 * The JSON Schemas of a tool's result by the names of its root fields: what the operation selects. Names have their units, so
 * that descriptions are left out: with them, all tools together would be twice as much to read.
 */
export function outputPropertiesOf(
  { selectionSet: set }: OperationDefinitionNode,
  document: Document,
): Readonly<Record<string, JsonSchema>> {
  const type = document.schema.getQueryType() as GraphQLObjectType;
  return objectSchema([{ type, set, isAlways: true }], document).properties;
}

function objectSchema(selections: readonly Selection[], document: Document) {
  const fields = selections.flatMap((one) => fieldsOf(one, document));
  const byKey = Map.groupBy(fields, ({ node }) => (node.alias ?? node.name).value);
  const properties: Record<string, JsonSchema> = {};
  for (const [key, some] of byKey) properties[key] = fieldSchema(some, document);
  const required = [...byKey].filter(([, some]) => some.some(({ isAlways }) => isAlways));
  return { type: 'object', properties, required: required.map(([key]) => key) };
}

/** The fields that a selection has, those of its fragments too. */
function fieldsOf({ type: parent, set, isAlways }: Selection, document: Document): SelectedField[] {
  return set.selections.flatMap((node) => {
    const isHere = isAlways && !node.directives?.length; // `@include` and `@skip`.
    if (node.kind === Kind.FIELD) return [{ parent, node, isAlways: isHere }];
    const isSpread = node.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? document.fragments.get(node.name.value) : node;
    const condition = fragment?.typeCondition?.name.value ?? parent.name;
    const type = document.schema.getType(condition) ?? parent;
    const isAll = isHere && type === parent;
    return fragment
      ? fieldsOf({ type, set: fragment.selectionSet, isAlways: isAll }, document)
      : [];
  });
}

/** `some` are all places that select a field of this name. They may be of several types, but of one shape. */
function fieldSchema(some: readonly SelectedField[], document: Document): JsonSchema {
  const found = some.flatMap(({ parent, node, isAlways }) => {
    const hasFields = isObjectType(parent) || isInterfaceType(parent);
    const field = hasFields ? parent.getFields()[node.name.value] : undefined;
    return field === undefined ? [] : [{ field, set: node.selectionSet, isAlways }];
  });
  const [first] = found;
  if (first === undefined) return { type: 'string' }; // `__typename`.
  const selections = found.flatMap(({ field, set, isAlways }) =>
    set ? [{ type: getNamedType(field.type), set, isAlways: isAlways || some.length === 1 }] : [],
  );
  return schemaOfType(first.field.type, true, () => objectSchema(selections, document));
}
