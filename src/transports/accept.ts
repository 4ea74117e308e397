import Negotiator from 'negotiator';

/**
 * The one of `available` that an `Accept` header prefers, by its q-values; the first of equals, and
 * the first of all if there is no header. Null if the header accepts none of them.
 */
export function preferredMediaType<Type extends string>(
  accept: string | null | undefined,
  available: readonly Type[],
): Type | null {
  const headers = typeof accept === 'string' ? { accept: accept.toLowerCase() } : {};
  const preferred = new Negotiator({ headers }).mediaType(available.flatMap(spellings));
  return (
    available.find((type) => preferred !== undefined && spellings(type).includes(preferred)) ?? null
  );
}

/** All our responses are UTF-8, so a client may ask for that by name. */
function spellings(type: string): readonly string[] {
  return [type, `${type};charset=utf-8`];
}
