import { expect, test } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { failureOf, refusalError, unavailableError } from '../../../src/upstream/failure.ts';

function errorWith(code: string, cause?: Error): Error {
  return Object.assign(new Error('At 10.1.2.3.', { cause }), { code });
}

const CODES = {
  dns: ['ENOTFOUND', 'EAI_AGAIN'],
  refused: ['ECONNREFUSED'],
  reset: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
  timeout: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'],
  unreachable: ['EHOSTUNREACH', 'ENETUNREACH'],
  tls: [
    ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'HOSTNAME_MISMATCH'],
    ...['ERR_TLS_HANDSHAKE_TIMEOUT', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'],
  ],
  protocol: ['HPE_INVALID_CONSTANT'],
  other: ['EMFILE'],
};

test.each(
  Object.entries(CODES).flatMap(([reason, codes]) => codes.map((code) => [reason, code] as const)),
)('reports the reason %s for a connection that fails with %s', (reason, code) => {
  const error = unavailableError(errorWith(code));
  expect(failureOf(error)).toEqual({ reason, code });
  expect(JSON.stringify(error)).not.toContain(code);
});

test('prefers the reason of a cause to that of the error', () => {
  const error = unavailableError(errorWith('UND_ERR_SOCKET', errorWith('CERT_HAS_EXPIRED')));
  expect(failureOf(error)).toEqual({ reason: 'tls', code: 'CERT_HAS_EXPIRED' });
  const several = new AggregateError([errorWith('ENETUNREACH'), errorWith('ECONNREFUSED')]);
  expect(failureOf(unavailableError(several))).toEqual({ reason: 'refused', code: 'ECONNREFUSED' });
});

test('reports an error without a code as it is, since it may be a defect of this program', () => {
  const err = new TypeError('Cannot read properties of undefined');
  expect(failureOf(unavailableError(err))).toEqual({ reason: 'other', err });
});

test.each([{}, { docs: null }, { docs: 'https://docs.example/errors' }])(
  'knows an error of the contract with %j',
  (docs) => {
    const body = JSON.stringify({ error: { code: 'not_found', message: 'Unknown.', ...docs } });
    const credential = new Credential('key_of_alice');
    const error = refusalError(
      { status: 404, header: () => null, body, credential, mayBeNotFound: true },
      0,
    );
    expect(error).toMatchObject({ code: 'NOT_FOUND', isContractError: true });
  },
);

test('does not take the reset of the budget of requests for the wait of a refused stream', () => {
  const body = JSON.stringify({ error: { code: 'stream_limit_exceeded', message: 'Too many.' } });
  const header = (name: string) => (name === 'x-ratelimit-reset' ? '58' : null);
  const credential = new Credential('key_of_alice');
  const error = refusalError({ status: 429, header, body, credential, mayBeNotFound: false }, 0);
  expect(error).toMatchObject({ code: 'STREAM_LIMIT_EXCEEDED', retryAfterMs: null });
});
