import { expect } from 'vitest';
import { type EndpointCases, rule } from '../case.ts';

export const service: EndpointCases = {
  endpoint: 'any path',
  cases: [
    rule('answers an unknown path with the error envelope', async (api) => {
      const { headers } = await api.refused(404, 'not_found', '/no/such/path');
      expect(headers.get('x-request-id')).toBeTruthy();
    }),
    rule('answers the removed endpoints as unknown', async (api) => {
      for (const path of ['/schedule', '/schedule/live']) await api.refused(404, 'not_found', path);
    }),
    rule('answers a wrong method with the error envelope', async (api) => {
      await api.refused(404, 'not_found', '/odds', { method: 'DELETE' });
      await api.refused(404, 'not_found', '/odds/batch');
    }),
    rule('answers an address that cannot be read with the error envelope', async (api) => {
      await api.refused(400, 'invalid_request', '/events/%E0%A4%A/odds');
      await api.refused(414, 'invalid_request', `/events/${'x'.repeat(1000)}/odds`);
    }),
    rule('refuses a body that is too large', async (api) => {
      const body = { event_ids: ['x'.repeat(1_000_000)] };
      await api.refused(413, 'invalid_request', '/odds/batch', { method: 'POST', body });
    }),
    rule('tells every request apart by its id', async (api) => {
      const [one, two] = await Promise.all([api.call('/odds?limit=1'), api.call('/odds?limit=1')]);
      expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
    }),
  ],
};
