import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Route } from '../../contract/route.ts';
import { slugOf } from '../../contract/slugs.ts';
import type { WireErrorCode } from '../../contract/wire.ts';
import { Refusal } from './refusal.ts';

/** Reads one part of a request according to a schema; throws a `Refusal` that names what does not fit. */
type Reader = (raw: unknown) => unknown;

/**
 * Reads a query string: numbers, booleans and comma-separated lists get the types of the schema;
 * what cannot be read as its type stays a text, which the schema refuses. Parameters outside the schema are ignored,
 * empty ones count as left out, and one that is repeated is refused, since lists are written with commas.
 */
export function queryReader({ query: schema }: Route): Reader {
  const check = checker(schema, 'invalid_request');
  const parsers = Object.entries(schema.properties).map(
    ([name, property]) => [name, parserFor(property), defaultOf(property)] as const,
  );
  return (raw) => {
    const given = new Map(Object.entries(raw ?? {}));
    const query: Record<string, unknown> = {};
    for (const [name, parse, byDefault] of parsers) {
      const text = given.get(name);
      if (Array.isArray(text)) {
        throw new Refusal(
          'invalid_request',
          `Parameter "${name}" is given ${text.length} times; give it once, values separated by commas.`,
        );
      }
      if (typeof text === 'string' && text !== '') query[name] = parse(text);
      else if (byDefault !== undefined) query[name] = byDefault;
    }
    return check(query);
  };
}

/** Reads a JSON body as it is. */
export function bodyReader({ body: schema, badBodyCode }: Route): Reader {
  if (schema === null) return () => null;
  const check = checker(schema, badBodyCode);
  return (raw) => check(raw ?? {});
}

function defaultOf(property: TSchema): unknown {
  return 'default' in property ? property.default : undefined;
}

function parserFor(property: TSchema): (text: string) => unknown {
  switch ('type' in property ? property.type : undefined) {
    case 'array':
      return (text) => {
        // The contract marks lists of slugs, whose case does not matter, with `areSlugs`.
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

function checker(schema: TSchema, code: WireErrorCode): Reader {
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
