import { hasWindow, KILOBYTES, WINDOW } from './input-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { ArgumentError, quoted } from './quoted.ts';
import { timeWindow } from './time-windows.ts';
import type { Tool } from './tool.ts';

export interface ToolArguments {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly bytesMax: number;
}

/** As `DEFAULT_BOUNDS.itemsMax`: the graph refuses longer lists. */
const ITEMS_MAX = 1_000;

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{5,18}(Z|[+-]\d\d:\d\d)$/i;

/**
 * The variables of a tool's operation from the arguments of a call. It forgives what models get wrong: numbers as text and
 * text as numbers, enum values in lower case, one value or values with commas in place of a list and the reverse, lists and
 * objects as JSON text, names such as `market` for `markets` or `marketType`, null for what is left out.
 */
export function toolArguments(
  { name, inputSchema }: Tool,
  given: Readonly<Record<string, unknown>>,
  now: number,
): ToolArguments | ArgumentError {
  try {
    const { maxKilobytes, ...variables } = readObject(given, inputSchema, '', name);
    const bytesMax = Number(maxKilobytes ?? KILOBYTES.default) * 1_000;
    const { when, ...others } = variables;
    if (when === undefined || !hasWindow(inputSchema)) return { variables, bytesMax };
    const [from, to] = timeWindow(String(when), now);
    return { variables: { ...others, [WINDOW.from]: from, [WINDOW.to]: to }, bytesMax };
  } catch (error) {
    if (error instanceof ArgumentError) return error;
    throw error;
  }
}

function read(given: unknown, schema: JsonSchema, place: string): unknown {
  const { type, items } = schema;
  if (type === 'array') return readList(fromJson(given), Object(items), place);
  if (type !== 'object') {
    return readValue(Array.isArray(given) && given.length === 1 ? given[0] : given, schema, place);
  }
  const value = fromJson(given);
  const isObject = typeof value === 'object' && !Array.isArray(value);
  return isObject ? readObject(value ?? {}, schema, place) : refuse(value, schema, place);
}

function readList(value: unknown, items: JsonSchema, place: string): unknown[] {
  const isText = typeof value === 'string' && items['type'] !== 'object';
  const list: unknown[] = isText ? value.split(',', ITEMS_MAX + 1) : [value].flat();
  if (list.length > ITEMS_MAX) {
    throw new ArgumentError(`"${place}" has more than ${ITEMS_MAX} items.`);
  }
  const filled = isText ? list.filter((part) => String(part).trim() !== '') : list;
  return filled.map((one, index) => read(one, items, `${place}.${index}`));
}

/** A list or an object that is given as JSON text. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value; // A name that begins with a bracket.
  }
}

/** The properties that are given, and those that have defaults. */
function readObject(value: object, schema: JsonSchema, place: string, name = `"${place}"`) {
  const properties = new Map<string, JsonSchema>(Object.entries(Object(schema['properties'])));
  const result: Record<string, unknown> = {};
  for (const [given, one] of Object.entries(value)) {
    const key = namesLike(given).find((like) => properties.has(like)) ?? given;
    const property = properties.get(key);
    if (property === undefined) {
      const names = `Its arguments are: ${[...properties.keys()].join(', ')}.`;
      throw new ArgumentError(`${name} has no argument ${quoted(given)}. ${names}`);
    }
    if (one !== null) result[key] = read(one, property, place === '' ? key : `${place}.${key}`);
  }
  for (const [key, { default: standard }] of properties) {
    if (standard !== undefined) result[key] ??= standard;
  }
  const missing = (schema['required'] as string[]).find((key) => result[key] === undefined);
  if (missing === undefined) return result;
  throw new ArgumentError(`${name} needs the argument "${missing}".`);
}

function namesLike(name: string): string[] {
  const stem = name.replace(/s$/, '');
  return [name, `${stem}s`, `${stem}Id`, `${stem}Type`, `${stem}Name`];
}

function readValue(value: unknown, schema: JsonSchema, place: string): unknown {
  const { type, enum: values, format, minimum = -Infinity, maximum = Infinity } = schema;
  const text = typeof value === 'string' ? value.trim() : value;
  if (type === 'boolean') {
    const word = String(text).toLowerCase();
    return word === 'true' || word === 'false' ? word === 'true' : refuse(value, schema, place);
  }
  if (type === 'integer' || type === 'number') {
    const number = typeof text === 'string' && text !== '' ? Number(text) : text;
    const isRight = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number);
    const isFitting =
      isRight && Number(number) >= Number(minimum) && Number(number) <= Number(maximum);
    return isFitting ? number : refuse(value, schema, place);
  }
  // An id or a name that is given as a number. Larger numbers have lost digits.
  const isExact = typeof text === 'number' && Math.abs(text) <= Number.MAX_SAFE_INTEGER;
  if (isExact && !values && !format) return String(text);
  if (typeof text !== 'string') return refuse(value, schema, place);
  const word = Array.isArray(values) ? text.toUpperCase().replaceAll(' ', '_') : text;
  const isRight = Array.isArray(values) ? values.includes(word) : !format || TIME.test(text);
  return isRight ? word : refuse(value, schema, place);
}

function refuse(value: unknown, schema: JsonSchema, place: string): never {
  const isObject = typeof value === 'object' && value !== null;
  const shown = Array.isArray(value) ? 'a list' : isObject ? 'an object' : quoted(String(value));
  throw new ArgumentError(`"${place}" has to be ${wanted(schema)}, but is ${shown}.`);
}

/** What a value has to be, in words. */
function wanted({ type, enum: values, format, minimum, maximum }: JsonSchema): string {
  if (Array.isArray(values)) return `one of ${values.join(', ')}`;
  if (minimum !== undefined) return `from ${minimum} to ${maximum}`;
  if (format !== undefined) return 'a date and time with a zone, such as 2026-07-14T19:00:00Z';
  return /^[aeiou]/.test(String(type)) ? `an ${type}` : `a ${type}`;
}
