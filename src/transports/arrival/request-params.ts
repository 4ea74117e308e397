import type { FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Maybe } from '../../contract/wire.ts';
import { badUserInput } from '../../errors/errors.ts';
import { HttpError } from '../response/http-error.ts';

/** An object. Its names are not checked: there may be 100,000 of them. */
const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({}));

/**
 * The parameters of GraphQL over HTTP; others are ignored. What a document is given by is checked where it is resolved:
 * `query` is its text, `documentId` the id of a trusted one, and `extensions` may have a hash.
 */
const Parameters = Type.Object({
  query: Type.Optional(Type.Unknown()),
  documentId: Type.Optional(Type.Unknown()),
  operationName: Maybe(Type.String()),
  variables: Maybe(Fields),
  extensions: Maybe(Fields),
});

const JSON_PARAMETERS = ['variables', 'extensions'] as const;

/** How deep lists and objects may nest in each of these, so that recursive code does not run out of stack. */
const LEVELS_MAX = 32;

/** Fields of a single object in them. No input has as many, and GraphQL's error about an unknown one quotes them all. */
const FIELDS_MAX = 1_000;

/**
 * Values in the whole of each. They take memory while the request waits, 60 bytes even for an empty object. A router's
 * 10,000 entities with five fields each are 60,000 values.
 */
const VALUES_MAX = 10_000;
export const ROUTERS_VALUES_MAX = 70_000;

const compiled = Compile(Parameters);

export type GivenParams = Type.Static<typeof Parameters>;

/** Error messages, by the JSON pointer of the invalid parameter. */
const PROBLEMS = new Map([
  ['/operationName', '"operationName" must be a string.'],
  ['/variables', '"variables" must be an object.'],
  ['/extensions', '"extensions" must be an object.'],
]);

/**
 * The parameters of a POST or GET, to be checked. Throws 400 if those in the URL cannot be read. The request's body is let
 * go: parsed, it may take 20 times as many bytes as on the wire, and the request waits for its answer.
 */
export function paramsOf(request: FastifyRequest): unknown {
  const { method, body, query } = request;
  if (method === 'GET') return fromUrl(query);
  request.body = undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { query: text, documentId, operationName, variables, extensions } = Object(body);
  return { query: text, documentId, operationName, variables, extensions };
}

/** Throws 400 if a parameter has a wrong type, and `BAD_USER_INPUT` if one is nested too deeply or has too many values. */
export function checkedParams(params: unknown, valuesMax = VALUES_MAX): GivenParams {
  if (!compiled.Check(params)) throw HttpError.badRequest(problemOf(params));
  for (const name of JSON_PARAMETERS) {
    const problem = excessOf(params[name], valuesMax);
    if (problem !== null) throw badUserInput(name, problem);
  }
  return params;
}

/** What a value of a request has too much of; null if nothing. */
export function excessOf(given: unknown, valuesMax = VALUES_MAX): string | null {
  let values = 0;
  const excess = (value: unknown, levels: number): string | null => {
    if (typeof value !== 'object' || value === null) return null;
    if (levels === 0) return `is nested deeper than ${LEVELS_MAX} levels`;
    const inner = firstValues(value, Array.isArray(value) ? valuesMax + 1 : FIELDS_MAX + 1);
    if (!Array.isArray(value) && inner.length > FIELDS_MAX) {
      return 'has an object with more than 1,000 fields';
    }
    values += inner.length;
    if (values > valuesMax) return `has more than ${valuesMax / 1_000},000 values`;
    for (const one of inner) {
      const problem = excess(one, levels - 1);
      if (problem !== null) return problem;
    }
    return null;
  };
  return excess(given, LEVELS_MAX);
}

/** The first values of a list or an object. Listing them all takes long if there are 100,000. */
export function firstValues(of: object, count: number): unknown[] {
  if (Array.isArray(of)) return of.slice(0, count);
  const values: unknown[] = [];
  for (const name in of) {
    if (values.push((of as Record<string, unknown>)[name]) === count) break;
  }
  return values;
}

function problemOf(params: unknown): string {
  const [error] = compiled.Errors(params);
  return PROBLEMS.get(error?.instancePath ?? '') ?? 'The request must be a JSON object.';
}

function fromUrl(query: unknown): Record<string, unknown> {
  const given: Record<string, unknown> = { ...Object(query) };
  for (const name of Object.keys(Parameters.properties)) {
    if (!Array.isArray(given[name])) continue;
    throw HttpError.badRequest(`The parameter "${name}" is given more than once.`);
  }
  for (const name of JSON_PARAMETERS) {
    given[name] = parsedJson(String(given[name] || 'null'), `The parameter "${name}"`);
  }
  return given;
}

/** Parses what a request has as JSON; `what` names it in errors. Throws 400. */
export function parsedJson(json: string, what: string): unknown {
  try {
    return secureJson.parse(json);
  } catch {
    const isJson = secureJson.safeParse(json) === null;
    const problem = isJson
      ? 'has a key that is not allowed, such as "__proto__"'
      : 'is not valid JSON';
    throw HttpError.badRequest(`${what} ${problem}.`);
  }
}
