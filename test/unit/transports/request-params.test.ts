import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { checkedParams, paramsOf } from '../../../src/transports/arrival/request-params.ts';

test('a request lets its body go, and keeps only the parameters that are known', () => {
  const body = { query: '{ a }', variables: { b: 1 }, unknown: [{}] };
  const request = { method: 'POST', body } as FastifyRequest;
  const params = checkedParams(paramsOf(request));
  expect(request.body).toBeUndefined();
  expect(Object.values(params)).toContain(body.variables);
  expect(params).not.toHaveProperty('unknown');
});
