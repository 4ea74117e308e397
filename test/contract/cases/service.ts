import { expect } from 'vitest';
import { SseReader } from '../../harness/clients/sse-reader.ts';
import { type CaseGroup, rule } from '../case.ts';

export const service: CaseGroup = {
  subject: 'any route',
  route: null,
  cases: [
    rule('answers unknown paths and methods and malformed URLs with the envelope', async (api) => {
      const { headers } = await api.refused(404, 'not_found', '/no/such/path');
      expect(headers.get('x-request-id')).toBeTruthy();
      // The first two were removed.
      for (const path of ['/schedule', '/schedule/live', '/odds/batch']) {
        await api.refused(404, 'not_found', path);
      }
      await api.refused(404, 'not_found', '/odds', { method: 'DELETE' });
      const malformed = await api.refused(400, 'invalid_request', '/events/%E0%A4%A/odds');
      expect(malformed.headers.get('x-request-id')).toBeTruthy();
      await api.refused(414, 'invalid_request', `/events/${'x'.repeat(1000)}/odds`);
    }),
    rule('refuses a body that is too large with 413', async (api) => {
      const body = { event_ids: ['x'.repeat(1_000_000)] };
      await api.refused(413, 'invalid_request', '/odds/batch', { method: 'POST', body });
    }),
    rule('gives every request an id of its own', async (api) => {
      const [one, two] = await Promise.all([api.call('/odds?limit=1'), api.call('/odds?limit=1')]);
      expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
    }),
    rule('allows web pages of any origin to read responses, errors and streams', async (api) => {
      const headers = { origin: 'https://odds.example' };
      const calls = [
        api.call('/odds?limit=1', { headers }),
        api.call('/odds?limit=1', { tier: null, headers }),
        api.call('/odds/comparison?event=no-such-event', { headers }),
        api.call('/no/such/path', { headers }),
      ];
      for (const { status, headers: answered } of await Promise.all(calls)) {
        expect(answered.get('access-control-allow-origin'), `${status}`).toBe('*');
        expect(answered.get('access-control-expose-headers')).toMatch(/x-ratelimit-remaining/i);
        expect(answered.get('access-control-expose-headers')).toMatch(/retry-after/i);
      }
      const asked = `/stream?event=none&api_key=${api.keyOf('enterprise')}`;
      const stream = await SseReader.open(api.urlOf(asked), headers);
      expect(stream.response.headers['access-control-allow-origin']).toBe('*');
      await stream.close();
    }),
    rule('answers CORS preflights without a key', async (api) => {
      for (const [path, method] of [
        ['/stream', 'GET'],
        ['/odds/batch', 'POST'],
        ['/account/keys/key_1', 'DELETE'],
      ] as const) {
        const answer = await api.call(path, {
          method: 'OPTIONS',
          tier: null,
          headers: {
            origin: 'https://odds.example',
            'access-control-request-method': method,
            'access-control-request-headers': 'x-api-key,content-type',
          },
        });
        expect(answer.status, path).toBe(204);
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(answer.headers.get('access-control-allow-methods')).toContain(method);
        expect(answer.headers.get('access-control-allow-headers')).toMatch(/x-api-key/i);
      }
    }),
  ],
};
