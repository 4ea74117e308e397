import {
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { hasWindow, WINDOW } from './input-schema.ts';
import { KILOBYTES, type Tool } from './tool.ts';

/** Arguments that a model has to mend. The message says how. */
export class ArgumentError extends Error {}

export interface ToolArguments {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly bytesMax: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** A game that began this long ago may still be in play. */
const IN_PLAY_MS = 4 * HOUR_MS;

/** From when to when events start, in milliseconds relative to now. */
const WINDOWS: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
  ['now', [-IN_PLAY_MS, 3 * HOUR_MS]],
  ['tonight', [-IN_PLAY_MS, 14 * HOUR_MS]],
  ['this week', [-IN_PLAY_MS, WEEK_MS - IN_PLAY_MS]],
  ['next week', [WEEK_MS, 2 * WEEK_MS]],
]);

/** Days by name, in milliseconds after the beginning of today. */
const DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', DAY_MS],
]);

/** Saturday and Sunday of a week that begins on the Thursday of the Unix epoch, in milliseconds. */
const WEEKEND = [2 * DAY_MS, 4 * DAY_MS + 12 * HOUR_MS] as const;

/**
 * The variables of a tool's operation from the arguments of a call. It forgives what models get wrong: numbers as text,
 * enum values in lower case, one value or values with commas in place of a list. Throws `ArgumentError`.
 */
export function toolArguments(
  { name, operation, inputSchema }: Tool,
  given: Readonly<Record<string, unknown>>,
  schema: GraphQLSchema,
  now: number,
): ToolArguments {
  const known = Object.keys(Object(inputSchema['properties']));
  for (const argument of Object.keys(given)) {
    if (known.includes(argument)) continue;
    throw new ArgumentError(
      `${name} has no argument "${argument}". Its arguments are: ${known.join(', ')}.`,
    );
  }
  const { when, maxKilobytes = KILOBYTES.default, ...rest } = given;
  const variables: Record<string, unknown> =
    hasWindow(operation) && when !== undefined && when !== null ? windowOf(when, now) : {};
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? []) {
    const argument = variable.name.value;
    const inputType = typeFromAST(schema, type) as GraphQLInputType;
    if (rest[argument] !== undefined) variables[argument] = forgiven(rest[argument], inputType);
    else if (defaultValue) variables[argument] = valueFromASTUntyped(defaultValue);
    else if (isNonNullType(inputType)) {
      throw new ArgumentError(`${name} needs the argument "${argument}".`);
    }
  }
  return { variables, bytesMax: kilobytesOf(maxKilobytes) * 1_000 };
}

function kilobytesOf(given: unknown): number {
  const kilobytes = Number(given);
  if (Number.isInteger(kilobytes) && kilobytes >= 1 && kilobytes <= KILOBYTES.max) return kilobytes;
  throw new ArgumentError(`"maxKilobytes" is a whole number from 1 to ${KILOBYTES.max}.`);
}

function windowOf(when: unknown, now: number): Record<string, string> {
  const word = String(when).trim().toLowerCase().replaceAll('_', ' ');
  const hour = now - (now % HOUR_MS); // A later page has the same bounds, which its cursor is of.
  // Its Thursday, until Monday noon; the next one after that.
  const week = hour + WEEK_MS - WEEKEND[1] - ((hour + WEEK_MS - WEEKEND[1]) % WEEK_MS);
  const relative =
    word === 'this weekend' ? WEEKEND.map((ms) => week + ms - hour) : WINDOWS.get(word);
  const today = now - (now % DAY_MS);
  const afterToday = DAYS.get(word);
  const day = afterToday === undefined ? dayOf(word) : today + afterToday;
  const range = relative ? relative.map((ms) => hour + ms) : [day, day + DAY_MS];
  if (Number.isNaN(day) && !relative) {
    const words = [...WINDOWS.keys(), 'this weekend', ...DAYS.keys()].join(', ');
    throw new ArgumentError(`"when" is one of ${words}, or a day as YYYY-MM-DD.`);
  }
  const [from, to] = range.map((time) => new Date(time).toISOString());
  return { [WINDOW.from]: from ?? '', [WINDOW.to]: to ?? '' };
}

/** The beginning of a day in UTC; NaN if it is none. */
function dayOf(text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 31 February would be a day in March.
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text) ? day : Number.NaN;
}

function forgiven(value: unknown, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (value === null) return value;
  if (isListType(nullable)) {
    const items =
      typeof value === 'string' && !isInputObjectType(getNamedType(type))
        ? value.split(',')
        : value;
    const list = Array.isArray(items) ? items : [items];
    return list.map((item) =>
      forgiven(typeof item === 'string' ? item.trim() : item, nullable.ofType),
    );
  }
  if (isInputObjectType(nullable)) {
    if (typeof value !== 'object') return value;
    const fields = nullable.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const field = fields[name];
        return [name, field ? forgiven(one, field.type) : one];
      }),
    );
  }
  if (typeof value !== 'string') return value;
  if (isEnumType(nullable)) return enumValue(value, nullable);
  if (nullable.name === 'Boolean')
    return { true: true, false: false }[value.toLowerCase()] ?? value;
  const isNumber = nullable.name === 'Int' || nullable.name === 'Float';
  return isNumber && value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
}

function enumValue(given: string, type: GraphQLEnumType): string {
  const value = given.trim().toUpperCase().replaceAll(' ', '_');
  if (type.getValue(value)) return value;
  const names = type.getValues().map(({ name }) => name);
  throw new ArgumentError(`"${given}" is none of ${names.join(', ')}.`);
}
