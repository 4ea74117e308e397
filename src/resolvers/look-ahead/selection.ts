import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The parts of a resolver's `info` that tell what is selected below its field. */
export type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** The fields selected below each field of an operation, by its variables: resolvers ask again for every item of a list. */
const known = new WeakMap<
  Selection['variableValues'],
  WeakMap<Selection['fieldNodes'], ReadonlySet<string>>
>();

/**
 * The names of the fields selected below the field being resolved, or at the end of a path of fields
 * below it. Follows fragments and aliases, and obeys `@skip` and `@include`. Only for object types,
 * since it assumes that every fragment applies.
 */
export function selectedFields(info: Selection, path: readonly string[] = []): ReadonlySet<string> {
  if (path.length > 0) return findFields(info, path);
  const { variableValues, fieldNodes } = info;
  const ofOperation = known.get(variableValues) ?? new WeakMap();
  const fields = ofOperation.get(fieldNodes) ?? findFields(info, path);
  known.set(variableValues, ofOperation.set(fieldNodes, fields));
  return fields;
}

function findFields(info: Selection, path: readonly string[]): ReadonlySet<string> {
  const below = (nodes: readonly FieldNode[]) =>
    nodes.flatMap(({ selectionSet }) => fieldsIn(selectionSet, info));
  let fields = below(info.fieldNodes);
  for (const step of path) fields = below(fields.filter(({ name }) => name.value === step));
  return new Set(fields.map(({ name }) => name.value));
}

function fieldsIn(set: SelectionSetNode | undefined, info: Selection): FieldNode[] {
  if (set === undefined) return [];
  return set.selections.flatMap((selection) => {
    if (!isIncluded(selection, info)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, info);
    return fieldsIn(info.fragments[selection.name.value]?.selectionSet, info);
  });
}

/** The fragments of a document by their names. */
export function fragmentsOf(document: DocumentNode): Record<string, FragmentDefinitionNode> {
  return Object.fromEntries(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}

/** By `@skip` and `@include`. */
function isIncluded(
  node: SelectionNode,
  { variableValues }: Pick<Selection, 'variableValues'>,
): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variableValues);
  return skip?.['if'] !== true && include?.['if'] !== false;
}

/** The path of a field in the response, without list indexes. */
export function pathOf(path: GraphQLResolveInfo['path']): string {
  const names: string[] = [];
  for (let at: typeof path | undefined = path; at !== undefined; at = at.prev) {
    if (typeof at.key === 'string') names.unshift(at.key);
  }
  return names.join('.');
}
