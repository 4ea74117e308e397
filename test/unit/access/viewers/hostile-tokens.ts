import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK } from 'jose';
import type { SigningKeyPair, TokenIssuer } from '../../../harness/viewers/token-issuer.ts';

/** A token that has to be refused, and the message that says why. */
export interface HostileToken {
  readonly name: string;
  readonly message: string;
  readonly make: (tools: ForgersTools) => Promise<string> | string;
}

export interface ForgersTools {
  readonly issuer: TokenIssuer;
  readonly key: SigningKeyPair;
  /** A key of the forger's own, which the issuer doesn't list. */
  readonly foreignKey: SigningKeyPair;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

const MALFORMED = 'The token is malformed.';
const BAD_SIGNATURE = "The token's signature is wrong.";
const BAD_ALGORITHM = 'The token is not signed with an algorithm that is accepted.';
const UNKNOWN_KEY = 'The token is signed with a key that its issuer does not list.';

function encoded(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  );
}

function withClaims(claims: Readonly<Record<string, unknown>>): HostileToken['make'] {
  return ({ issuer, key, now }) => issuer.sign(key, now, claims);
}

function withoutClaim(claim: string): HostileToken['make'] {
  return withClaims({ [claim]: undefined });
}

/** A token whose parts are replaced after it was signed. */
function tampered(
  change: (parts: { header: string; payload: string; signature: string }) => string,
): HostileToken['make'] {
  return async ({ issuer, key, now }) => {
    const [header = '', payload = '', signature = ''] = (await issuer.sign(key, now)).split('.');
    return change({ header, payload, signature });
  };
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

async function hmacSigned(
  { issuer, key, now }: ForgersTools,
  secret: string | Buffer,
): Promise<string> {
  const [, payload] = (await issuer.sign(key, now)).split('.');
  const signed = `${encoded({ alg: 'HS256', kid: key.kid })}.${payload}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const SECONDS = 1_000;

export const HOSTILE_TOKENS: readonly HostileToken[] = [
  {
    name: 'expired a minute ago',
    message: 'The token has expired.',
    make: ({ issuer, key, now }) => issuer.sign(key, now, { exp: now / SECONDS - 60 }),
  },
  {
    name: 'expired just beyond the tolerance',
    message: 'The token has expired.',
    make: ({ issuer, key, now }) => issuer.sign(key, now, { exp: now / SECONDS - 30 }),
  },
  {
    name: 'expired in 1970',
    message: 'The token has expired.',
    make: withClaims({ exp: 0 }),
  },
  {
    name: 'that never expires',
    message: 'The token has no claim "exp".',
    make: withoutClaim('exp'),
  },
  {
    name: 'whose expiry is a text',
    message: 'The token\'s claim "exp" has a wrong type.',
    make: withClaims({ exp: '2030-01-01' }),
  },
  {
    name: 'whose expiry is null',
    message: 'The token\'s claim "exp" has a wrong type.',
    make: withClaims({ exp: null }),
  },
  {
    name: 'not valid until an hour from now',
    message: 'The token is not valid yet.',
    make: ({ issuer, key, now }) => issuer.sign(key, now, { nbf: now / SECONDS + 3_600 }),
  },
  {
    name: 'whose "nbf" is a list',
    message: 'The token\'s claim "nbf" has a wrong type.',
    make: withClaims({ nbf: [] }),
  },
  {
    name: 'of another issuer',
    message: 'The token comes from another issuer.',
    make: withClaims({ iss: 'https://evil.example' }),
  },
  {
    name: 'of an issuer that differs by a slash',
    message: 'The token comes from another issuer.',
    make: withClaims({ iss: 'https://issuer.example/' }),
  },
  {
    name: 'without an issuer',
    message: 'The token has no claim "iss".',
    make: withoutClaim('iss'),
  },
  {
    name: 'whose issuer is a list that holds the right one',
    message: 'The token comes from another issuer.',
    make: withClaims({ iss: ['https://issuer.example'] }),
  },
  {
    name: 'for another audience',
    message: 'The token is meant for another audience.',
    make: withClaims({ aud: 'other-service' }),
  },
  {
    name: 'for several other audiences',
    message: 'The token is meant for another audience.',
    make: withClaims({ aud: ['one', 'two'] }),
  },
  {
    name: 'without an audience',
    message: 'The token has no claim "aud".',
    make: withoutClaim('aud'),
  },
  {
    name: 'without a subject',
    message: 'The token has no claim "sub".',
    make: withoutClaim('sub'),
  },
  {
    name: 'with an empty subject',
    message: 'The token\'s claim "sub" must be a string of 1 to 255 characters.',
    make: withClaims({ sub: '' }),
  },
  {
    name: 'whose subject is a number',
    message: 'The token\'s claim "sub" must be a string of 1 to 255 characters.',
    make: withClaims({ sub: 17 }),
  },
  {
    name: 'with a subject of 300 characters',
    message: 'The token\'s claim "sub" must be a string of 1 to 255 characters.',
    make: withClaims({ sub: 'x'.repeat(300) }),
  },
  {
    name: 'that is not signed ("alg": "none")',
    message: BAD_ALGORITHM,
    make: tampered(({ payload }) => `${encoded({ alg: 'none' })}.${payload}.`),
  },
  {
    name: 'that says "none" and keeps a signature',
    message: BAD_ALGORITHM,
    make: tampered(
      ({ payload, signature }) => `${encoded({ alg: 'none' })}.${payload}.${signature}`,
    ),
  },
  {
    name: 'that spells "NoNe"',
    message: BAD_ALGORITHM,
    make: tampered(({ payload }) => `${encoded({ alg: 'NoNe' })}.${payload}.`),
  },
  {
    name: 'signed by HS256 with the public key as PEM',
    message: BAD_ALGORITHM,
    make: async (tools) => {
      const { publicJwk, alg } = tools.key;
      const key = await importJWK(publicJwk, alg, { extractable: true });
      return hmacSigned(tools, await exportSPKI(key as CryptoKey));
    },
  },
  {
    name: 'signed by HS256 with the public key as JWK',
    message: BAD_ALGORITHM,
    make: (tools) => hmacSigned(tools, JSON.stringify(tools.key.publicJwk)),
  },
  {
    name: 'signed by HS256 with an empty secret',
    message: BAD_ALGORITHM,
    make: (tools) => hmacSigned(tools, ''),
  },
  {
    name: 'signed with a foreign key under its own "kid"',
    message: UNKNOWN_KEY,
    make: ({ issuer, foreignKey, now }) => issuer.sign(foreignKey, now),
  },
  {
    name: 'signed with a foreign key under the right "kid"',
    message: BAD_SIGNATURE,
    make: ({ issuer, key, foreignKey, now }) => issuer.sign(foreignKey, now, {}, { kid: key.kid }),
  },
  {
    name: 'that brings its own key in "jwk"',
    message: BAD_SIGNATURE,
    make: ({ issuer, key, foreignKey, now }) =>
      issuer.sign(foreignKey, now, {}, { kid: key.kid, jwk: foreignKey.publicJwk }),
  },
  {
    name: 'that names a key set of its own in "jku"',
    message: UNKNOWN_KEY,
    make: ({ issuer, foreignKey, now }) =>
      issuer.sign(foreignKey, now, {}, { jku: 'https://evil.example/jwks.json' }),
  },
  {
    name: 'whose "kid" is a path',
    message: UNKNOWN_KEY,
    make: ({ issuer, foreignKey, now }) =>
      issuer.sign(foreignKey, now, {}, { kid: '../../../../../dev/null' }),
  },
  {
    name: 'of an algorithm that its key is not for',
    message: UNKNOWN_KEY,
    make: tampered(({ header, payload, signature }) =>
      [encoded({ ...decoded(header), alg: 'RS256' }), payload, signature].join('.'),
    ),
  },
  {
    name: 'whose tier was raised after signing',
    message: BAD_SIGNATURE,
    make: tampered(({ header, payload, signature }) =>
      [header, encoded({ ...decoded(payload), tier: 'enterprise' }), signature].join('.'),
    ),
  },
  {
    name: 'with one character of the signature changed',
    message: BAD_SIGNATURE,
    make: tampered(({ header, payload, signature }) =>
      [header, payload, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.'),
    ),
  },
  {
    name: 'without a signature',
    message: BAD_SIGNATURE,
    make: tampered(({ header, payload }) => `${header}.${payload}.`),
  },
  {
    name: 'with an all-zero signature',
    message: BAD_SIGNATURE,
    make: tampered(
      ({ header, payload }) => `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    ),
  },
  {
    name: 'whose claims are not JSON',
    message: BAD_SIGNATURE,
    make: tampered(({ header, signature }) => `${header}.${encoded('not json')}.${signature}`),
  },
  {
    name: 'with a critical extension that nobody knows',
    message: MALFORMED,
    make: tampered(({ header, payload, signature }) =>
      [
        encoded({ ...decoded(header), crit: ['x-admin'], 'x-admin': true }),
        payload,
        signature,
      ].join('.'),
    ),
  },
  {
    name: 'longer than 8,192 characters',
    message: 'The token is longer than 8192 characters.',
    make: withClaims({ filler: 'x'.repeat(9_000) }),
  },
];
