import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK } from 'jose';
import type { SigningKeyPair, TokenIssuer } from '../harness/viewers/token-issuer.ts';

interface ForgersTools {
  readonly issuer: TokenIssuer;
  readonly key: SigningKeyPair;
  /** A key of the forger's own, which the issuer doesn't list. */
  readonly foreignKey: SigningKeyPair;
  /** In milliseconds since the Unix epoch. */
  readonly now: number;
}

type Make = (tools: ForgersTools) => Promise<string> | string;

function encoded(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  );
}

function withClaims(claims: Readonly<Record<string, unknown>>): Make {
  return ({ issuer, key, now }) => issuer.sign(key, now, claims);
}

function withoutClaim(claim: string): Make {
  return withClaims({ [claim]: undefined });
}

/** A token whose parts are replaced after it was signed. */
function tampered(
  change: (parts: { header: string; payload: string; signature: string }) => string,
): Make {
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

/** A token whose header, or parts of it, are replaced after it was signed. */
function withHeader(header: object, keeps: { rest?: boolean; signature?: boolean } = {}): Make {
  return tampered((parts) => {
    const whole = keeps.rest ? { ...decoded(parts.header), ...header } : header;
    return [encoded(whole), parts.payload, keeps.signature ? parts.signature : ''].join('.');
  });
}

/** A token with this claim so many seconds from now. */
function timed(claim: string, seconds: number): Make {
  return ({ issuer, key, now }) => issuer.sign(key, now, { [claim]: now / 1_000 + seconds });
}

/** A token of the forger's own key. */
function forged(headerOf: (tools: ForgersTools) => Record<string, unknown>): Make {
  return (tools) => tools.issuer.sign(tools.foreignKey, tools.now, {}, headerOf(tools));
}

/** Tokens that have to be refused, by the message that says why. */
const HOSTILE: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  'The token has expired.': {
    'expired a minute ago': timed('exp', -60),
    'expired just beyond the tolerance': timed('exp', -30),
    'expired in 1970': withClaims({ exp: 0 }),
  },
  'The token has no claim "exp".': { 'that never expires': withoutClaim('exp') },
  'The token\'s claim "exp" has a wrong type.': {
    'whose expiry is a text': withClaims({ exp: '2030-01-01' }),
    'whose expiry is null': withClaims({ exp: null }),
  },
  'The token is not valid yet.': { 'not valid until an hour from now': timed('nbf', 3_600) },
  'The token\'s claim "nbf" has a wrong type.': {
    'whose "nbf" is a list': withClaims({ nbf: [] }),
  },
  'The token comes from another issuer.': {
    'of another issuer': withClaims({ iss: 'https://evil.example' }),
    'of an issuer that differs by a slash': withClaims({ iss: 'https://issuer.example/' }),
    'whose issuer is a list that holds the right one': withClaims({
      iss: ['https://issuer.example'],
    }),
  },
  'The token has no claim "iss".': { 'without an issuer': withoutClaim('iss') },
  'The token is meant for another audience.': {
    'for another audience': withClaims({ aud: 'other-service' }),
    'for several other audiences': withClaims({ aud: ['one', 'two'] }),
  },
  'The token has no claim "aud".': { 'without an audience': withoutClaim('aud') },
  'The token has no claim "sub".': { 'without a subject': withoutClaim('sub') },
  'The token\'s claim "sub" must be a string of 1 to 255 characters.': {
    'with an empty subject': withClaims({ sub: '' }),
    'whose subject is a number': withClaims({ sub: 17 }),
    'with a subject of 300 characters': withClaims({ sub: 'x'.repeat(300) }),
  },
  'The token is not signed with an algorithm that is accepted.': {
    'that is not signed ("alg": "none")': withHeader({ alg: 'none' }),
    'that says "none" and keeps a signature': withHeader({ alg: 'none' }, { signature: true }),
    'that spells "NoNe"': withHeader({ alg: 'NoNe' }),
    'signed by HS256 with the public key as PEM': async (tools) => {
      const { publicJwk, alg } = tools.key;
      const key = await importJWK(publicJwk, alg, { extractable: true });
      return hmacSigned(tools, await exportSPKI(key as CryptoKey));
    },
    'signed by HS256 with the public key as JWK': (tools) =>
      hmacSigned(tools, JSON.stringify(tools.key.publicJwk)),
    'signed by HS256 with an empty secret': (tools) => hmacSigned(tools, ''),
  },
  'The token is signed with a key that its issuer does not list.': {
    'signed with a foreign key under its own "kid"': forged(() => ({})),
    'that names a key set of its own in "jku"': forged(() => ({
      jku: 'https://evil.example/jwks.json',
    })),
    'whose "kid" is a path': forged(() => ({ kid: '../../../../../dev/null' })),
    'of an algorithm that its key is not for': withHeader(
      { alg: 'RS256' },
      { rest: true, signature: true },
    ),
  },
  "The token's signature is wrong.": {
    'signed with a foreign key under the right "kid"': forged(({ key }) => ({ kid: key.kid })),
    'that brings its own key in "jwk"': forged(({ key, foreignKey }) => ({
      kid: key.kid,
      jwk: foreignKey.publicJwk,
    })),
    'whose tier was raised after signing': tampered(({ header, payload, signature }) =>
      [header, encoded({ ...decoded(payload), tier: 'enterprise' }), signature].join('.'),
    ),
    'with one character of the signature changed': tampered(({ header, payload, signature }) =>
      [header, payload, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.'),
    ),
    'without a signature': tampered(({ header, payload }) => `${header}.${payload}.`),
    'with an all-zero signature': tampered(
      ({ header, payload }) => `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    ),
    'whose claims are not JSON': tampered(
      ({ header, signature }) => `${header}.${encoded('not json')}.${signature}`,
    ),
  },
  'The token is malformed.': {
    'with a critical extension that nobody knows': withHeader(
      { crit: ['x-admin'], 'x-admin': true },
      { rest: true, signature: true },
    ),
  },
  'The token is longer than 8192 characters.': {
    'longer than 8,192 characters': withClaims({ filler: 'x'.repeat(9_000) }),
  },
};

export const HOSTILE_TOKENS = Object.entries(HOSTILE).flatMap(([message, tokens]) =>
  Object.entries(tokens).map(([name, make]) => ({ name, message, make })),
);
