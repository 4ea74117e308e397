import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { badUserInput } from '../../errors/errors.ts';
import { type ArgumentBounds, DEFAULT_BOUNDS } from './argument-bounds.ts';
import { CANONICAL_LISTS } from './canonical-lists.ts';

/**
 * Checks a coerced value that is not null, and returns it in its canonical spelling. Never changes the value itself.
 * `path` names the argument in errors. Throws `BAD_USER_INPUT`.
 */
type InputReader = (value: unknown, path: string) => unknown;

/** An argument or input field, and its bounds. */
interface Input {
  readonly definition: GraphQLArgument | GraphQLInputField;
  readonly bounds: ArgumentBounds;
}

/** Looks up the bounds of an input field by its coordinate. */
type BoundsLookup = (coordinate: string) => ArgumentBounds;

/** A reader of an object with these fields, or of a field's arguments; null if it would check nothing. */
export function objectReader(inputs: readonly Input[], lookup: BoundsLookup): InputReader | null {
  const readers: (readonly [string, InputReader])[] = [];
  for (const { definition, bounds } of inputs) {
    const read = readerOf(definition.type, definition.name, bounds, lookup);
    if (read !== null) readers.push([definition.name, read]);
  }
  if (readers.length === 0) return null;
  return (value, path) => {
    const given = value as Readonly<Record<string, unknown>>;
    const prefix = path === '' ? '' : `${path}.`;
    let canonical: Record<string, unknown> | null = null;
    for (const [name, read] of readers) {
      const before = given[name];
      if (before === null || before === undefined) continue;
      const after = read(before, prefix + name);
      if (after === before) continue;
      canonical ??= { ...given };
      canonical[name] = after;
    }
    refuseEmptyRange(given, prefix);
    return canonical ?? given;
  };
}

function readerOf(
  type: GraphQLInputType,
  name: string,
  bounds: ArgumentBounds,
  lookup: BoundsLookup,
): InputReader | null {
  if (isNonNullType(type)) return readerOf(type.ofType, name, bounds, lookup);
  if (isListType(type)) {
    // An item of a list is sent upstream as part of a comma-separated parameter.
    const readItem = readerOf(type.ofType, name, { allowsComma: false, ...bounds }, lookup);
    return listReader(readItem, isText(type.ofType) ? name : null, bounds);
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((definition) => ({
      definition,
      bounds: lookup(`${type.name}.${definition.name}`),
    }));
    return objectReader(fields, lookup);
  }
  if (isText(type)) return textReader(bounds);
  const isBounded = bounds.min !== undefined || bounds.max !== undefined;
  return type.name === 'Float' || (type.name === 'Int' && isBounded) ? numberReader(bounds) : null;
}

function isText(type: GraphQLInputType): boolean {
  return ['String', 'ID'].includes(String(getNullableType(type)));
}

/** Printable ASCII without spaces. Most texts match, and then need no check for emptiness or bad characters. */
const PLAIN = /^[\x21-\x7e]+$/;

/** Accents alone count as nothing, since names are compared without them. */
const BLANK = /^[\s\p{M}]*$/u;

/** What is wrong with a text, completing the sentence `Argument "…" …`; null if nothing is. */
export function textProblem(text: string, bounds: ArgumentBounds = {}): string | null {
  const { lengthMax = DEFAULT_BOUNDS.lengthMax, allowsComma = true, format } = bounds;
  if (text.length > lengthMax) return `is longer than ${lengthMax} characters`;
  if (!PLAIN.test(text)) {
    if (BLANK.test(text)) return 'must not be empty';
    if (!text.isWellFormed()) return 'must be well-formed Unicode';
    if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  }
  if (!allowsComma && text.includes(',')) return 'must not contain a comma';
  return format === undefined || format.accepts(text) ? null : format.problem;
}

function textReader(bounds: ArgumentBounds): InputReader {
  return (value, path) => {
    const problem = textProblem(value as string, bounds);
    if (problem !== null) throw badUserInput(path, problem);
    return value;
  };
}

/**
 * A reader of a list without null items, as all lists of the schema are. `textName` is the name of the argument or input
 * field if its items are texts; null for other lists.
 */
function listReader(
  readItem: InputReader | null,
  textName: string | null,
  {
    itemsMax = DEFAULT_BOUNDS.itemsMax,
    listLengthMax = DEFAULT_BOUNDS.listLengthMax,
  }: ArgumentBounds,
): InputReader {
  const canonical = textName === null ? undefined : CANONICAL_LISTS.get(textName);
  return (value, path) => {
    const items = value as readonly unknown[];
    if (items.length > itemsMax) {
      throw badUserInput(path, `contains more than ${itemsMax} items: ${items.length}`);
    }
    const length = textName === null ? 0 : lengthOf(items as readonly string[]);
    if (length > listLengthMax) {
      throw badUserInput(path, `is longer than ${listLengthMax} characters: ${length}`);
    }
    const read = readItem === null ? items : items.map((item, i) => readItem(item, `${path}.${i}`));
    return canonical === undefined ? read : canonical(read as readonly string[]);
  };
}

/** Characters of a list as a comma-separated parameter. */
function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + 1, -1);
}

function numberReader({
  min = DEFAULT_BOUNDS.min,
  max = DEFAULT_BOUNDS.max,
}: ArgumentBounds): InputReader {
  return (value, path) => {
    const number = value as number;
    // A literal such as 1e999 is a valid Float in GraphQL.
    if (!Number.isFinite(number)) throw badUserInput(path, 'must be finite');
    if (number < min || number > max) {
      throw badUserInput(path, `must be from ${min} to ${max}, but is ${number}`);
    }
    return value;
  };
}

/** Refuses a range of prices that nothing can match. `start-range.ts` checks ranges of start times. */
function refuseEmptyRange(given: Readonly<Record<string, unknown>>, prefix: string): void {
  const { minAmerican: min, maxAmerican: max } = given;
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return;
  throw badUserInput(`${prefix}minAmerican`, `is above maxAmerican: ${min} > ${max}`);
}
