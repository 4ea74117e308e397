import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { GRAPHQL_RESPONSE, JSON_TYPE } from '../../execution/http-status.ts';
import { HttpError } from '../response/http-error.ts';

export const EVENT_STREAM = 'text/event-stream';
export const MULTIPART = 'multipart/mixed';

/** The types in which the result of an operation can be sent. */
type ResultType =
  | typeof JSON_TYPE
  | typeof GRAPHQL_RESPONSE
  | typeof EVENT_STREAM
  | typeof MULTIPART;

/** What counts of an `Accept` header: so many media ranges, of at most so many characters. Browsers send ten short ones. */
const RANGES_MAX = 50;
const RANGE_LENGTH_MAX = 256;

/** Parameters of media types that do not decide how a single result is sent, such as `deferSpec`. */
const IGNORED_PARAMETERS = /;(?!\s*(?:q|charset)\s*=)[^;,]*/gi;

/** The types in which a client gets a result and the events of a subscription; null if it accepts none for it. */
export interface AcceptedTypes {
  readonly result: ResultType | null;
  readonly subscription: typeof EVENT_STREAM | typeof MULTIPART | null;
}

/** By `Accept` header, of which few different ones are in use. Sizes are in characters. */
const negotiated = new LRUCache<string, AcceptedTypes>({ max: 100, maxSize: 64 * 2 ** 10 });

/**
 * The media type in `available` that an `Accept` header prefers. Q-values decide first, then how specific
 * the header's media ranges are, then their order in the header, then the order of `available`. Null if the
 * header accepts none of them. No header, or an empty one, accepts everything.
 */
export function preferredMediaType<Type extends string>(
  accept: string | null | undefined,
  available: readonly Type[],
): Type | null {
  const headers = accept ? { accept: countedRanges(accept).join(',') } : {};
  const preferred = new Negotiator({ headers }).mediaType(available.flatMap(variants));
  return (
    available.find((type) => preferred !== undefined && variants(type).includes(preferred)) ?? null
  );
}

/** The types that an `Accept` header asks for. A JSON type comes before the others, whatever their q-values. */
export function acceptedTypes(accept = ''): AcceptedTypes {
  let types = negotiated.get(accept);
  if (types === undefined) {
    const relevant = accept.replace(IGNORED_PARAMETERS, '');
    const result =
      preferredMediaType<ResultType>(relevant, [JSON_TYPE, GRAPHQL_RESPONSE]) ??
      preferredMediaType<ResultType>(relevant, [EVENT_STREAM, MULTIPART]);
    types = { result, subscription: subscriptionType(accept) };
    negotiated.set(accept, types, { size: accept.length + 1 }); // The size must not be 0.
  }
  return types;
}

/** By this parameter, clients ask for Apollo's subscription protocol. */
const SUBSCRIPTION_SPEC = /^\s*multipart\/mixed\s*;.*subscriptionspec/;

/** An event stream if that is accepted, or else Apollo's protocol; null if `Accept` accepts neither. */
function subscriptionType(accept: string): AcceptedTypes['subscription'] {
  const preferred = preferredMediaType(accept, [EVENT_STREAM]);
  if (preferred !== null) return preferred;
  return countedRanges(accept).some((range) => SUBSCRIPTION_SPEC.test(range)) ? MULTIPART : null;
}

export function notAcceptable(message: string): HttpError {
  return HttpError.of(406, 'BAD_USER_INPUT', message);
}

/** The media ranges of an `Accept` header that count, in lower case. */
function countedRanges(accept: string): readonly string[] {
  const ranges = accept.toLowerCase().split(',', RANGES_MAX);
  return ranges.filter((range) => range.length <= RANGE_LENGTH_MAX);
}

/** A media type without and with its charset: all our responses are UTF-8, so `Accept` may say so. */
function variants(type: string): readonly string[] {
  return [type, `${type};charset=utf-8`];
}
