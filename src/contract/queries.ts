import Type from 'typebox';
import { OFFSET_MAX, PAGE_SIZE_MAX } from './limits.ts';

/**
 * Query parameters are described by what they mean: a list is an array here, and stands
 * comma-separated in one parameter on the wire.
 */
export const List = Type.Array(Type.String());

/** A list of slugs: their case does not matter, and readers give them in lower case. */
export const Slugs = Type.Array(Type.String(), { areSlugs: true });

export const Limit = Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX });

export const Offset = Type.Integer({ minimum: 0 });

/** The offset of the endpoints that bound it. */
export const BoundedOffset = Type.Integer({ minimum: 0, maximum: OFFSET_MAX });

/** A US state code in either case, for links to state-dependent books. */
export const State = Type.String({ pattern: '^[A-Za-z]{2}$' });
