import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidResponse } from './failure.ts';

/** Parses the JSON of a response. Throws `UPSTREAM_INVALID_RESPONSE`. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalidResponse('is not JSON');
  }
}

/** A validator that ignores unknown properties and throws `UPSTREAM_INVALID_RESPONSE` on a wrong type. */
export function validatorFor<T extends TSchema>(schema: T): (value: unknown) => Static<T> {
  const check = Compile(schema);
  return (value) => {
    if (check.Check(value)) return value;
    const [first] = check.Errors(value);
    throw invalidResponse(
      first === undefined
        ? 'has a wrong type'
        : `has a wrong type at "${first.instancePath}": ${first.message}`,
    );
  };
}
