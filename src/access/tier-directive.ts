import {
  defaultFieldResolver,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getDirectiveValues,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isTier, type Tier } from '../contract/tiers.ts';
import { OddsgraphError } from '../errors/errors.ts';
import { refuseBelow } from '../upstream/accounts/tier-refusal.ts';
import type { Credential } from './credential.ts';

/** The part of an operation's context that the check needs. */
interface TierContext {
  /** The caller's tier if it has been looked up; null otherwise. */
  readonly knownTier: Tier | null;
  /** The caller's tier. Throws if upstream refuses the key or does not answer. */
  tier(): Promise<Tier>;
  /** Throws `UNAUTHENTICATED` without a key. */
  requireCredential(): Credential;
  /** Null for callers with an API key of their own. */
  readonly viewer: object | null;
  /** Until when the response may be cached. */
  readonly usage: { freshUntil: number };
  /** Whether anybody may read the schema. */
  readonly services: { readonly introspection: boolean };
}

type Field = GraphQLField<unknown, TierContext>;
type Resolve = GraphQLFieldResolver<unknown, TierContext>;

/** Root fields of the federation specification, for routers. Entities have access checks of their own. */
const FEDERATION_FIELDS = new Set(['_service', '_entities']);

/**
 * Changes the schema in place: a field with `@tier` refuses callers of lower tiers before its resolver
 * runs. Throws at start-up if a root field has no @tier.
 */
export function guardTiers(schema: GraphQLSchema): GraphQLSchema {
  const directive = schema.getDirective('tier');
  if (directive === null || directive === undefined) {
    throw new Error('The schema does not declare @tier.');
  }
  const subscriptions = schema.getSubscriptionType();
  const roots = [schema.getQueryType(), schema.getMutationType(), subscriptions];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const isRoot = roots.includes(type);
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      const required = statedTier(directive, field, coordinate);
      if (required !== null) {
        guard(field, required, coordinate, type === subscriptions);
        if (!isForViewers(directive, field)) refuseViewers(field);
      } else if (isRoot && !FEDERATION_FIELDS.has(field.name)) {
        throw new Error(`${coordinate} has no @tier: add @tier(atLeast: …).`);
      }
    }
  }
  guardSdl(schema.getQueryType()?.getFields()['_service']);
  return schema;
}

/** Where introspection is off, the SDL is only for callers whose credential is good. */
function guardSdl(field: Field | undefined): void {
  if (field === undefined) return;
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    if (context.services.introspection) return resolve(parent, args, context, info);
    context.usage.freshUntil = 0; // From the cache, clients would get it, too, whose documents may not ask for it.
    return context.tier().then(() => resolve(parent, args, context, info));
  };
}

/** The tier in a field's `@tier`; null if it has none. `coordinate` is `Type.field`, for the error. */
export function statedTier(
  directive: GraphQLDirective,
  field: Pick<Field, 'astNode'>,
  coordinate: string,
): Tier | null {
  if (!field.astNode) return null;
  const stated = getDirectiveValues(directive, field.astNode)?.['atLeast'];
  if (stated === undefined) return null;
  const tier = String(stated).toLowerCase();
  if (!isTier(tier)) throw new Error(`${coordinate} has an unknown tier: ${stated}.`);
  return tier;
}

function isForViewers(directive: GraphQLDirective, { astNode }: Field): boolean {
  return !astNode || getDirectiveValues(directive, astNode)?.['viewers'] !== false;
}

/** Refuses viewers before the tier is looked up, so that a refusal costs no upstream request. */
function refuseViewers(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    if (context.viewer === null) return resolve(parent, args, context, info);
    throw new OddsgraphError('FORBIDDEN', 'Only API key holders can use this, not viewers.');
  };
}

function guard(field: Field, required: Tier, coordinate: string, isSubscription: boolean): void {
  if (isNonNullType(field.type)) {
    throw new Error(`${coordinate} is non-null: refusing it would remove its siblings.`);
  }
  if (!isSubscription) field.resolve = guarded(field.resolve ?? defaultFieldResolver, required);
  // Checked once, when the stream opens. A caller whose tier falls loses the whole stream.
  else if (field.subscribe !== undefined) field.subscribe = guarded(field.subscribe, required);
  else throw new Error(`${coordinate} has no subscribe function.`);
}

function guarded(resolve: Resolve, required: Tier): Resolve {
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
