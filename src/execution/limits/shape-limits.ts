import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { exceeds, LIMITS } from './operation-limits.ts';

/** Counts of an operation, or of a part of it. */
interface Shape {
  readonly depth: number;
  readonly aliases: number;
  /** Of the longest alias. */
  readonly aliasCharacters: number;
  readonly directives: number;
}

type ShapedNode =
  | OperationDefinitionNode
  | FragmentDefinitionNode
  | FieldNode
  | InlineFragmentNode
  | FragmentSpreadNode;

const EMPTY: Shape = { depth: 0, aliases: 0, aliasCharacters: 0, directives: 0 };

const SHAPE_LIMITS = ['depth', 'aliases', 'aliasCharacters', 'directives'] as const;

/** Refuses operations that are nested too deeply or have too many or too long aliases, or too many directives. */
export const shapeLimitsRule: ValidationRule = (context) => {
  const fragments = new Map<string, Shape>();

  function shapeOfFragment(name: string): Shape {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    fragments.set(name, EMPTY); // A fragment that spreads itself is refused by another rule.
    const definition = context.getFragment(name);
    const shape = definition ? shapeOf(definition) : EMPTY;
    fragments.set(name, shape);
    return shape;
  }

  function shapeOf(node: ShapedNode): Shape {
    let { depth, aliases, aliasCharacters, directives } =
      node.kind === Kind.FRAGMENT_SPREAD ? shapeOfFragment(node.name.value) : EMPTY;
    if (node.kind !== Kind.FRAGMENT_SPREAD) {
      for (const selection of node.selectionSet?.selections ?? []) {
        const inner = shapeOf(selection);
        depth = Math.max(depth, inner.depth);
        aliases += inner.aliases;
        aliasCharacters = Math.max(aliasCharacters, inner.aliasCharacters);
        directives += inner.directives;
      }
    }
    if (node.kind === Kind.FIELD) {
      depth += 1;
      // Gateways alias `__typename` in every selection of an abstract type.
      if (node.alias !== undefined && node.name.value !== '__typename') aliases += 1;
      aliasCharacters = Math.max(aliasCharacters, node.alias?.value.length ?? 0);
    }
    directives += node.directives?.length ?? 0;
    return { depth, aliases, aliasCharacters, directives };
  }

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
