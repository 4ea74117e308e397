import Negotiator from 'negotiator';
import { HttpError } from './http-error.ts';

/**
 * The media type in `available` that an `Accept` header prefers. Q-values decide first, then how specific
 * the header's media ranges are, then their order in the header, then the order of `available`. Null if the
 * header accepts none of them. No header, or an empty one, accepts everything.
 */
export function preferredMediaType<Type extends string>(
  accept: string | null | undefined,
  available: readonly Type[],
): Type | null {
  const headers = accept ? { accept: accept.toLowerCase() } : {};
  const preferred = new Negotiator({ headers }).mediaType(available.flatMap(variants));
  return (
    available.find((type) => preferred !== undefined && variants(type).includes(preferred)) ?? null
  );
}

/** Throws 406 with this message unless an `Accept` header accepts one of the media types. */
export function requireAccepted(
  accept: string | undefined,
  available: readonly string[],
  message: string,
): void {
  if (preferredMediaType(accept, available) !== null) return;
  throw HttpError.of(406, 'BAD_USER_INPUT', message);
}

/** A media type without and with its charset: all our responses are UTF-8, so `Accept` may say so. */
function variants(type: string): readonly string[] {
  return [type, `${type};charset=utf-8`];
}
