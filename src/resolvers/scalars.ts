import { GraphQLScalarType, Kind } from 'graphql';
import type { Resolvers } from '../generated/resolver-types.ts';
import { isDay } from './lists/arguments.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Passes the times of upstream on as they are, nanoseconds and missing seconds included. As an
 * argument it takes what names one moment.
 */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: (value) => String(value),
  parseValue: parseMoment,
  parseLiteral: (node) => parseMoment(node.kind === Kind.STRING ? node.value : null),
});

function parseMoment(value: unknown): string {
  const isMoment =
    typeof value === 'string' &&
    MOMENT.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value));
  if (!isMoment) throw new TypeError('It must be a moment such as 2026-07-14T19:00:00Z.');
  return value;
}

export const scalarResolvers: Resolvers = { DateTime };
