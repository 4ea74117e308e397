import {
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a field asks for below itself, as its resolver is told. */
type Selection = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/**
 * The names of the fields that are selected right below the field being resolved: fragments and
 * aliases followed, `@skip` and `@include` obeyed. For fields of object types, where every fragment
 * applies.
 */
export function selectedFields(info: Selection): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of info.fieldNodes) {
    if (node.selectionSet !== undefined) collect(node.selectionSet, info, names);
  }
  return names;
}

function collect(set: SelectionSetNode, info: Selection, names: Set<string>): void {
  for (const selection of set.selections) {
    if (!isIncluded(selection, info)) continue;
    if (selection.kind === Kind.FIELD) names.add(selection.name.value);
    else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, info, names);
    else {
      const fragment = info.fragments[selection.name.value];
      if (fragment !== undefined) collect(fragment.selectionSet, info, names);
    }
  }
}

function isIncluded(node: SelectionNode, { variableValues }: Selection): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variableValues);
  return skip?.['if'] !== true && include?.['if'] !== false;
}
