import type { TSchema } from 'typebox';
import type { Route } from '../../../src/contract/route.ts';
import { type ContractCase, rule } from '../case.ts';
import { type Example, withoutParameter, withParameters } from './example.ts';

/** The keywords of a parameter's schema that bound its values. */
interface Bounds {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly items?: Bounds;
}

/** Every query parameter is refused with 400 where it is missing, repeated or has a bad value. */
export function parameterCases(route: Route, example: Example): ContractCase[] {
  return Object.entries(route.query.properties).flatMap(([name, schema]) => [
    ...(isRequired(schema) ? [missingCase(name, example)] : []),
    repeatedCase(name, example),
    ...badValues(schema).map((value) => badValueCase(name, value, example)),
  ]);
}

function isRequired(schema: TSchema): boolean {
  return !('~optional' in schema) && !('default' in schema);
}

function missingCase(name: string, example: Example): ContractCase {
  return rule(`refuses a request without ${name}`, async (api) => {
    const { path, call } = await example(api);
    const absent = withoutParameter(path, name);
    await api.refused(400, 'invalid_request', absent, call, [name]);
    const empty = withParameters(path, [[name, '']]);
    await api.refused(400, 'invalid_request', empty, call, [name]);
  });
}

function repeatedCase(name: string, example: Example): ContractCase {
  return rule(`refuses ${name} given twice`, async (api) => {
    const { path, call } = await example(api);
    const twice = withParameters(path, [
      [name, '1'],
      [name, '2'],
    ]);
    await api.refused(400, 'invalid_request', twice, call, [name]);
  });
}

function badValueCase(name: string, value: string, example: Example): ContractCase {
  return rule(`refuses ${name}=${value} and names the parameter`, async (api) => {
    const { path, call } = await example(api);
    const bad = withParameters(path, [[name, value]]);
    await api.refused(400, 'invalid_request', bad, call, [name]);
  });
}

/** Values that a schema does not allow; none where it allows every text. */
function badValues(schema: Bounds): string[] {
  const { type, minimum, maximum, pattern, minItems, items } = schema;
  const isNumber = type === 'integer' || type === 'number';
  return [
    ...(isNumber ? ['many'] : []),
    ...(type === 'integer' ? ['1.5'] : []),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(type === 'boolean' ? ['maybe', '1'] : []),
    ...(schema.enum !== undefined || schema.const !== undefined ? ['no-such-value'] : []),
    ...(pattern === undefined ? [] : ['New Jersey']),
    ...(minItems === undefined ? [] : [',']),
    ...(items === undefined ? [] : badValues(items)),
  ];
}
