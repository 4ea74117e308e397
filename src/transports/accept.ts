import Negotiator from 'negotiator';

/**
 * The media type in `available` that an `Accept` header prefers. Q-values decide first, then how specific
 * the header's media ranges are, then their order in the header, then the order of `available`. Null if the
 * header accepts none of them.
 */
export function preferredMediaType<Type extends string>(
  accept: string | null | undefined,
  available: readonly Type[],
): Type | null {
  const headers = typeof accept === 'string' ? { accept: accept.toLowerCase() } : {};
  const preferred = new Negotiator({ headers }).mediaType(available.flatMap(variants));
  return (
    available.find((type) => preferred !== undefined && variants(type).includes(preferred)) ?? null
  );
}

/** A media type without and with its charset: all our responses are UTF-8, so `Accept` may say so. */
function variants(type: string): readonly string[] {
  return [type, `${type};charset=utf-8`];
}
