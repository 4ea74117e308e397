import { GraphQLScalarType, Kind } from 'graphql';
import { isDay } from '../contract/calendar-day.ts';
import type { Resolvers } from './resolvers.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/;

const WITHOUT_ZONE = /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/i;

/**
 * Passes upstream's timestamps on unchanged, including nanoseconds and missing seconds, but adds `Z` to those without a
 * zone. Arguments must have a date, a time and a zone. Upstream gets them with seconds, which RFC 3339 demands, and in
 * upper case, since it may not accept the `t` and `z` that RFC 3339 allows.
 */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: (value) => {
    const text = String(value);
    return text.endsWith('Z') || !WITHOUT_ZONE.test(text) ? text : `${text}Z`;
  },
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(node.kind === Kind.STRING ? node.value : null),
});

function parseDateTime(value: unknown): string {
  const isDateTime =
    typeof value === 'string' &&
    DATE_TIME.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value));
  if (!isDateTime)
    throw new TypeError('Use a date and time with a zone, such as 2026-07-14T19:00:00Z.');
  return value.toUpperCase().replace(/(T\d{2}:\d{2})(?!:)/, '$1:00');
}

export const scalarResolvers: Resolvers = { DateTime };
