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
import { isTier, type Tier, tierAllows } from '../contract/tiers.ts';
import type { Credential } from '../credential.ts';
import { OddsgraphError } from '../errors.ts';

/** What the check needs of an operation's context. */
interface TierContext {
  /** The caller's tier if it has been looked up already. */
  readonly knownTier: Tier | null;
  /** The caller's tier. Throws if upstream refuses the key or does not answer. */
  tier(): Promise<Tier>;
  /** Throws `UNAUTHENTICATED` without a key. */
  requireCredential(): Credential;
  /** Null for callers with a key of their own. */
  readonly viewer: object | null;
}

type Field = GraphQLField<unknown, TierContext>;
type Resolve = GraphQLFieldResolver<unknown, TierContext>;

/** Root fields of the federation specification; routers ask for them, and entities guard themselves. */
const FEDERATION_FIELDS = new Set(['_service', '_entities']);

/**
 * Puts the tier that `@tier` states in front of every field that has one, in place: on a lower tier
 * it is refused before its resolver runs. Throws at start-up where a root field states none.
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
        throw new Error(`${coordinate} states no tier: add @tier(atLeast: …) to it.`);
      }
    }
  }
  return schema;
}

/** The tier that a field's `@tier` states; null where it has none. */
export function statedTier(
  directive: GraphQLDirective,
  field: Pick<Field, 'astNode'>,
  coordinate: string,
): Tier | null {
  if (!field.astNode) return null;
  const stated = getDirectiveValues(directive, field.astNode)?.['atLeast'];
  if (stated === undefined) return null;
  const tier = String(stated).toLowerCase();
  if (!isTier(tier)) throw new Error(`${coordinate} states a tier that is none: ${stated}.`);
  return tier;
}

function isForViewers(directive: GraphQLDirective, { astNode }: Field): boolean {
  return !astNode || getDirectiveValues(directive, astNode)?.['viewers'] !== false;
}

/** Before the tier is looked up: a viewer's request for the account costs upstream nothing. */
function refuseViewers(field: Field): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    if (context.viewer === null) return resolve(parent, args, context, info);
    throw new OddsgraphError('FORBIDDEN', 'This is for holders of an API key, not for viewers.');
  };
}

function guard(field: Field, required: Tier, coordinate: string, isSubscription: boolean): void {
  if (isNonNullType(field.type)) {
    throw new Error(`${coordinate} is non-null and could not be refused without its siblings.`);
  }
  if (!isSubscription) field.resolve = guarded(field.resolve ?? defaultFieldResolver, required);
  // Rights are asked once, before the stream opens; who loses them loses the stream, not an event.
  else if (field.subscribe !== undefined) field.subscribe = guarded(field.subscribe, required);
  else throw new Error(`${coordinate} cannot be subscribed to.`);
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

function refuseBelow(required: Tier, current: Tier): void {
  if (tierAllows(current, required)) return;
  throw new OddsgraphError('TIER_RESTRICTED', `This needs the tier ${required} or above.`, {
    requiredTier: required.toUpperCase(),
    currentTier: current.toUpperCase(),
  });
}
