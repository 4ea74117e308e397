import Type, { type Static, type TSchema } from 'typebox';
import { OFFSET_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../limits.ts';

/**
 * Query parameters are described by what they mean: a list is an array here, and is sent as one
 * comma-separated parameter on the wire.
 */
export const List = Type.Array(Type.String());

/**
 * A list of slugs. Their case does not matter: the embedded origin (`src/origin`) converts the items of
 * parameters with `areSlugs` to lower case.
 */
export const Slugs = Type.Array(Type.String(), { areSlugs: true });

/** A schema with a default: a client may leave the parameter out, and a handler always gets a value. */
export type TDefaulted<T extends TSchema = TSchema> = T & { readonly default: Static<T> };

export function Defaulted<T extends TSchema>(schema: T, value: Static<T>): TDefaulted<T> {
  // A copy, since the schema may also be used without a default. A spread would lose `~kind`, which is not enumerable.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as T;
  return Object.assign(copy, { default: value });
}

/** The parameter `limit`: how many items a page holds at most, `size` by default. */
export function limitOf(size: number) {
  return Defaulted(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }), size);
}

export const Limit = limitOf(PAGE_SIZE_DEFAULT);

export const Offset = Defaulted(Type.Integer({ minimum: 0 }), 0);

/** The `offset` of routes that limit how large it may be. */
export const BoundedOffset = Defaulted(Type.Integer({ minimum: 0, maximum: OFFSET_MAX }), 0);

/** A US state code in either case. Some sportsbooks have a site for each state; links lead to that of this state. */
export const State = Type.String({ pattern: '^[A-Za-z]{2}$' });

/** The US state of a link where the client names none: Pennsylvania. */
export const DEFAULT_STATE = 'pa';
