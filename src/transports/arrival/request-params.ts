import type { FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Maybe } from '../../contract/wire.ts';
import { badUserInput } from '../../errors/errors.ts';
import { HttpError } from '../response/http-error.ts';

/**
 * The parameters of GraphQL over HTTP; others are ignored. What a document is given by is checked where it is resolved:
 * `query` is its text, `documentId` the id of a trusted one, and `extensions` may have a hash.
 */
const Parameters = Type.Object({
  query: Type.Optional(Type.Unknown()),
  documentId: Type.Optional(Type.Unknown()),
  operationName: Maybe(Type.String()),
  variables: Maybe(Type.Record(Type.String(), Type.Unknown())),
  extensions: Maybe(Type.Record(Type.String(), Type.Unknown())),
});

const JSON_PARAMETERS = ['variables', 'extensions'] as const;

/** How deep lists and objects may nest in either, so that recursive code does not run out of stack. */
const LEVELS_MAX = 32;

/** Fields of a single object in either. No input has as many, and GraphQL's error about an unknown one quotes them all. */
const FIELDS_MAX = 1_000;

const checked = Compile(Parameters);

export type GivenParams = Type.Static<typeof Parameters>;

/** Error messages, by the JSON pointer of the invalid parameter. */
const PROBLEMS = new Map([
  ['/operationName', '"operationName" must be a string.'],
  ['/variables', '"variables" must be an object.'],
  ['/extensions', '"extensions" must be an object.'],
]);

/** The parameters of a POST or GET, to be checked. Throws 400 if those in the URL cannot be read. */
export function paramsOf({ method, body, query }: FastifyRequest): unknown {
  return method === 'GET' ? fromUrl(query) : body;
}

/** Throws 400 if a parameter has a wrong type, and `BAD_USER_INPUT` if one is nested too deeply or has too large an object. */
export function checkedParams(params: unknown): GivenParams {
  if (!checked.Check(params)) throw HttpError.badRequest(problemOf(params));
  for (const name of JSON_PARAMETERS) {
    const problem = excessOf(params[name]);
    if (problem !== null) throw badUserInput(name, problem);
  }
  return params;
}

/** What a value has too much of; null if nothing. */
function excessOf(value: unknown, levels = LEVELS_MAX): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `is nested deeper than ${LEVELS_MAX} levels`;
  const inner = Object.values(value);
  if (!Array.isArray(value) && inner.length > FIELDS_MAX) {
    return `has an object with more than ${FIELDS_MAX} fields`;
  }
  for (const one of inner) {
    const excess = excessOf(one, levels - 1);
    if (excess !== null) return excess;
  }
  return null;
}

function problemOf(params: unknown): string {
  const [error] = checked.Errors(params);
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
