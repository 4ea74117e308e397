import { parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import { coerceVariables } from '../../../src/execution/coerce-variables.ts';
import type { Operation } from '../../../src/execution/operation.ts';
import { executableSchema } from '../../../src/resolvers/schema.ts';

test('variables of a document that declares none are not read', () => {
  const toJSON = vi.fn(() => '');
  const context = { services: { introspection: true } };
  const [definition] = parse('{ __typename }').definitions;
  const operation = { definition, variables: { toJSON }, context };
  const coerced = coerceVariables(executableSchema(), operation as unknown as Operation);
  expect([coerced.variables, toJSON.mock.calls]).toEqual([{}, []]);
});
