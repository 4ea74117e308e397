import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { fragmentsOf } from '../../resolvers/look-ahead/selection.ts';
import { exceeds, LIMITS } from './operation-limits.ts';

/** Counts of an operation, or of a part of it. */
interface Shape {
  readonly depth: number;
  readonly aliases: number;
  /** Of these, those that answer a part of the schema another time. */
  readonly introspectionAliases: number;
  /** Of the longest alias. */
  readonly aliasCharacters: number;
  readonly directives: number;
  /** Also fragments, and what is in them wherever they are spread: at most one beyond the limit, however they multiply. */
  readonly fields: number;
}

type ShapedNode =
  | OperationDefinitionNode
  | FragmentDefinitionNode
  | FieldNode
  | InlineFragmentNode
  | FragmentSpreadNode;

const EMPTY: Shape = {
  depth: 0,
  aliases: 0,
  introspectionAliases: 0,
  aliasCharacters: 0,
  directives: 0,
  fields: 0,
};

const SHAPE_LIMITS = [
  'depth',
  'aliases',
  'introspectionAliases',
  'aliasCharacters',
  'directives',
  'fields',
] as const;

/** Refuses operations that are nested too deeply, or have too many fields, aliases or directives, or too long aliases. */
export const shapeLimitsRule: ValidationRule = (context) => {
  const shapeOf = shapesWith((name) => context.getFragment(name));
  return {
    OperationDefinition(node) {
      const shape = shapeOf(node);
      for (const limit of SHAPE_LIMITS) {
        if (shape[limit] > LIMITS[limit]) context.reportError(exceeds(limit, shape[limit]));
      }
      return false;
    },
  };
};

/** Fields and fragments of all operations of a document, those of a fragment wherever it is spread. */
export function fieldsOf(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const shapeOf = shapesWith((name) => fragments[name]);
  return document.definitions.reduce(
    (sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? shapeOf(one).fields : 0),
    0,
  );
}

/** Returns a function for the shape of an operation. Each fragment is read once, however often it is spread. */
function shapesWith(fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined) {
  const fragments = new Map<string, Shape>();

  function shapeOfFragment(name: string): Shape {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, EMPTY); // A fragment that spreads itself is refused by another rule.
    const definition = fragmentOf(name);
    const shape = definition ? shapeOf(definition) : EMPTY;
    fragments.set(name, shape);
    return shape;
  }

  function shapeOf(node: ShapedNode): Shape {
    let { depth, aliases, introspectionAliases, aliasCharacters, directives, fields } =
      node.kind === Kind.FRAGMENT_SPREAD ? shapeOfFragment(node.name.value) : EMPTY;
    if (node.kind !== Kind.FRAGMENT_SPREAD) {
      for (const selection of node.selectionSet?.selections ?? []) {
        const inner = shapeOf(selection);
        depth = Math.max(depth, inner.depth);
        aliases += inner.aliases;
        introspectionAliases += inner.introspectionAliases;
        aliasCharacters = Math.max(aliasCharacters, inner.aliasCharacters);
        directives += inner.directives;
        fields = Math.min(fields + inner.fields + 1, LIMITS.fields + 1);
      }
    }
    if (node.kind === Kind.FIELD) {
      const name = node.name.value;
      depth += 1;
      if (name === '__type') introspectionAliases = aliases; // Without its own: one type is a small part.
      // Gateways alias `__typename` in every selection of an abstract type.
      if (node.alias !== undefined && name !== '__typename') aliases += 1;
      if (name === '__schema' || name === '_service') introspectionAliases = aliases;
      aliasCharacters = Math.max(aliasCharacters, node.alias?.value.length ?? 0);
    }
    directives += node.directives?.length ?? 0;
    return { depth, aliases, introspectionAliases, aliasCharacters, directives, fields };
  }

  return shapeOf;
}
