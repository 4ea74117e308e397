import {
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  isNonNullType,
} from 'graphql';
import { isTier, type Tier } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { refuseBelow } from '../upstream/accounts/tier-refusal.ts';
import { type Resolve, wrapFields } from './wrap-fields.ts';

type FieldWithDirectives = Pick<GraphQLField<unknown, unknown>, 'astNode'>;

/**
 * Changes the schema in place: a field with `@tier`, stated or made of `@reads` (`route-directives.ts`), refuses callers of
 * lower tiers before its resolver runs. Throws at start-up if a root field has no @tier.
 */
export function guardTiers(schema: GraphQLSchema): void {
  const directive = schema.getDirective('tier');
  if (!directive) throw new Error('The schema does not declare @tier.');
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  wrapFields(schema, (field, type) => {
    const coordinate = `${type.name}.${field.name}`;
    if (coordinate === 'Query._service') return forGoodCredentials;
    const required = statedTier(directive, field, coordinate);
    if (required === null) {
      // `_entities` asks for a credential itself: see `resolveReferencesApart`.
      if (!roots.includes(type) || field.name === '_entities') return null;
      throw new Error(`${coordinate} has no @tier: add @reads(from: …) or @tier(atLeast: …).`);
    }
    if (isNonNullType(field.type)) {
      throw new Error(`${coordinate} is non-null: refusing it would remove its siblings.`);
    }
    const withViewers = isForViewers(directive, field);
    return (resolve) => {
      const forTier = fromTier(required, resolve);
      return withViewers ? forTier : forKeyHolders(forTier);
    };
  });
}

/** Where introspection is off, the SDL is only for callers whose credential is good. */
function forGoodCredentials(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    if (context.services.introspection) return resolve(parent, args, context, info);
    // Not cached: `/graphql`, where validation refuses this field, would answer from the same cache.
    context.usage.freshUntil = 0;
    return context.tier().then(() => resolve(parent, args, context, info));
  };
}

/** The tier in a field's `@tier`; null if it has none. `coordinate` is `Type.field`, for the error. */
export function statedTier(
  directive: GraphQLDirective,
  field: FieldWithDirectives,
  coordinate: string,
): Tier | null {
  if (!field.astNode) return null;
  const stated = getDirectiveValues(directive, field.astNode)?.['atLeast'];
  if (stated === undefined) return null;
  const tier = String(stated).toLowerCase();
  if (!isTier(tier)) throw new Error(`${coordinate} has an unknown tier: ${stated}.`);
  return tier;
}

function isForViewers(directive: GraphQLDirective, { astNode }: FieldWithDirectives): boolean {
  return !astNode || getDirectiveValues(directive, astNode)?.['viewers'] !== false;
}

/** Refuses viewers before the tier is looked up, so that a refusal costs no upstream request. */
function forKeyHolders(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    if (context.viewer === null) return resolve(parent, args, context, info);
    throw new OddsgraphError('FORBIDDEN', 'Only API key holders can use this, not viewers.');
  };
}

function fromTier(required: Tier, resolve: Resolve): Resolve {
  if (required === 'free') {
    return (parent, args, context, info) => {
      context.requireCredential();
      return resolve(parent, args, context, info);
    };
  }
  return (parent, args, context, info) => {
    const known = context.knownTier;
    if (known !== null) {
      refuseBelow(required, known);
      return resolve(parent, args, context, info);
    }
    return context.tier().then((tier) => {
      refuseBelow(required, tier);
      return resolve(parent, args, context, info);
    });
  };
}
