import { expect, test } from 'vitest';
import { Credential } from '../../../src/access/credential.ts';
import { failureOf, refusalError, unavailableError } from '../../../src/upstream/failure.ts';

function errorWith(code: string, cause?: Error): Error {
  return Object.assign(new Error('At 10.1.2.3.', { cause }), { code });
}

test.each([
  ['dns', 'ENOTFOUND'],
  ['dns', 'EAI_AGAIN'],
  ['refused', 'ECONNREFUSED'],
  ['reset', 'ECONNRESET'],
  ['reset', 'EPIPE'],
  ['reset', 'UND_ERR_SOCKET'],
  ['timeout', 'ETIMEDOUT'],
  ['timeout', 'UND_ERR_CONNECT_TIMEOUT'],
  ['timeout', 'UND_ERR_HEADERS_TIMEOUT'],
  ['unreachable', 'EHOSTUNREACH'],
  ['unreachable', 'ENETUNREACH'],
  ['tls', 'CERT_HAS_EXPIRED'],
  ['tls', 'CERT_NOT_YET_VALID'],
  ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['tls', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['tls', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['tls', 'HOSTNAME_MISMATCH'],
  ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ['tls', 'EPROTO'],
  ['protocol', 'HPE_INVALID_CONSTANT'],
  ['other', 'EMFILE'],
])('reports the reason %s for a connection that fails with %s', (reason, code) => {
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

test('reports the reason "other" for an error without a code', () => {
  expect(failureOf(unavailableError(new Error('At 10.1.2.3.')))).toEqual({ reason: 'other' });
});

test.each([{}, { docs: null }, { docs: 'https://docs.example/errors' }])(
  'knows an error of the contract with %j',
  (docs) => {
    const body = JSON.stringify({ error: { code: 'not_found', message: 'Unknown.', ...docs } });
    const credential = new Credential('key_of_alice');
    const error = refusalError({ status: 404, header: () => null, body, credential }, 0);
    expect(error).toMatchObject({ code: 'NOT_FOUND', isContractError: true });
  },
);
