import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { slugOf } from '../../contract/slugs.ts';
import type { WireErrorCode } from '../../contract/wire.ts';
import { Refusal } from './origin-error.ts';

/** Turns what came with a request into the shape of a schema, or refuses it, naming the culprit. */
export type Reader<T> = (raw: unknown) => T;

/**
 * Reads a query string: numbers, booleans and comma-separated lists become what the schema calls
 * them. Parameters outside the schema are ignored, empty ones count as not given, and one that is
 * repeated is refused, since lists are written with commas.
 */
export function queryReader<T extends TProperties>(schema: TObject<T>): Reader<Static<TObject<T>>> {
  const check = checker(schema, 'invalid_request');
  const parsers = Object.entries<TSchema>(schema.properties).map(
    ([name, property]) => [name, parserFor(property)] as const,
  );
  return (raw) => {
    const given = new Map(Object.entries(raw ?? {}));
    const query: Record<string, unknown> = {};
    for (const [name, parse] of parsers) {
      const text = given.get(name);
      if (Array.isArray(text)) {
        throw new Refusal(
          'invalid_request',
          `Parameter "${name}" is given ${text.length} times; give it once, values separated by commas.`,
        );
      }
      if (typeof text === 'string' && text !== '') query[name] = parse(text);
    }
    return check(query);
  };
}

/** Reads a JSON body as it is. `code` is what a body that does not fit is refused with. */
export function bodyReader<T extends TProperties>(
  schema: TObject<T>,
  code: WireErrorCode,
): Reader<Static<TObject<T>>> {
  const check = checker(schema, code);
  return (raw) => check(raw ?? {});
}

function parserFor(property: TSchema): (text: string) => unknown {
  switch ('type' in property ? property.type : undefined) {
    case 'array':
      return (text) => {
        const items = text.split(',').flatMap((item) => item.trim() || []);
        return 'areSlugs' in property ? items.map(slugOf) : items;
      };
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text);
    case 'integer':
    case 'number':
      return (text) => (/^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);
    default:
      return (text) => text;
  }
}

function checker<T extends TProperties>(
  schema: TObject<T>,
  code: WireErrorCode,
): Reader<Static<TObject<T>>> {
  const validator = Compile(schema);
  return (value) => {
    if (validator.Check(value)) return value;
    const [problem] = validator.Errors(value);
    throw new Refusal(code, problem === undefined ? 'Bad request.' : describe(problem, value));
  };
}

type Problem = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

function describe(problem: Problem, value: unknown): string {
  if (problem.keyword === 'required') {
    return `"${problem.params.requiredProperties.join('", "')}" is required.`;
  }
  const [name, index] = problem.instancePath.slice(1).split('/');
  if (name === undefined || name === '') return `The request body ${problem.message}.`;
  const place = index === undefined ? '' : ` item ${index}`;
  const expected =
    problem.keyword === 'enum'
      ? `must be one of ${problem.params.allowedValues.join(', ')}`
      : problem.message;
  const received = new Map(Object.entries(value ?? {})).get(name);
  return `"${name}"${place} ${expected}; got ${JSON.stringify(received)?.slice(0, 100)}.`;
}
