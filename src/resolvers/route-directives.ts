import {
  type ConstDirectiveNode,
  type ConstValueNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  parse,
  visit,
} from 'graphql';
import type { Route } from '../contract/route.ts';
import { ROUTES } from '../contract/routes.ts';
import { highestTier } from '../contract/tiers.ts';

const ROOT_TYPES = new Set(['Query', 'Mutation', 'Subscription']);

/** Weights of `@cost` are thousandths of an upstream request, since they have to be integers. */
export const WEIGHT_OF_REQUEST = 1_000;

/**
 * Replaces `@reads(from: …)`, which names the routes that a field calls, by the directives that follow from them:
 * - `@tier`, unless the field states its own. Where every tier may read, only root fields get it: it asks for a credential.
 * - `@cost`. A root field takes a request to each route; any other field takes an object's share of a full batch, and
 *   `CostEstimator` adds what batches cost that are not full.
 */
export function withRouteDirectives(sdl: DocumentNode): DocumentNode {
  return visit(sdl, {
    FieldDefinition(field, _key, _fields, _path, ancestors) {
      // The nearest ancestor that is a node, not a list of nodes: the type that has the field.
      const type = ancestors.findLast((node) => !Array.isArray(node)) as {
        name: { value: string };
      };
      return withDerived(field, type.name.value);
    },
  });
}

function withDerived(field: FieldDefinitionNode, type: string): FieldDefinitionNode | undefined {
  const stated = field.directives ?? [];
  const reads = stated.find(({ name }) => name.value === 'reads');
  if (reads === undefined) return undefined;
  const routes = namesIn(reads).map((name) => routeNamed(name, `${type}.${field.name.value}`));
  const isRoot = ROOT_TYPES.has(type);
  const tier = highestTier(routes.flatMap((route) => route.tier ?? [])) ?? 'free';
  const hasOwnTier = stated.some(({ name }) => name.value === 'tier');
  const weights = routes.map(({ objectsPerRequest }) =>
    Math.ceil(WEIGHT_OF_REQUEST / (isRoot ? 1 : objectsPerRequest)),
  );
  const derived = [
    ...(hasOwnTier || (tier === 'free' && !isRoot)
      ? []
      : [directive(`@tier(atLeast: ${tier.toUpperCase()})`)]),
    directive(`@cost(weight: ${weights.reduce((sum, weight) => sum + weight, 0)})`),
  ];
  return { ...field, directives: stated.flatMap((one) => (one === reads ? derived : [one])) };
}

/** The names in `@reads(from: events)` and in `@reads(from: [createKey, listKeys])`. */
function namesIn({ arguments: [from] = [] }: ConstDirectiveNode): string[] {
  const values: readonly (ConstValueNode | undefined)[] =
    from?.value.kind === Kind.LIST ? from.value.values : [from?.value];
  return values.map((value) => (value?.kind === Kind.ENUM ? value.value : ''));
}

function routeNamed(name: string, coordinate: string): Route {
  const routes: Readonly<Record<string, Route>> = ROUTES;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (route === undefined) {
    throw new Error(`${coordinate} reads from "${name}", which is not in the route table.`);
  }
  return route;
}

function directive(sdl: string): ConstDirectiveNode {
  const [type] = parse(`scalar Any ${sdl}`, { noLocation: true }).definitions;
  if (type?.kind !== Kind.SCALAR_TYPE_DEFINITION || type.directives?.[0] === undefined) {
    throw new Error(`${sdl} is not a directive.`);
  }
  return type.directives[0];
}
