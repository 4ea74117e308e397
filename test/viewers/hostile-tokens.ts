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

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
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

/** A token signed by HS256, with the issuer's public key as the secret. */
async function hmacSigned({ issuer, key, now }: ForgersTools): Promise<string> {
  const publicKey = await importJWK(key.publicJwk, key.alg, { extractable: true });
  const [, payload] = (await issuer.sign(key, now)).split('.');
  const signed = `${encoded({ alg: 'HS256', kid: key.kid })}.${payload}`;
  const secret = await exportSPKI(publicKey as CryptoKey);
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A token with other parameters in its header than those that were signed. */
function withHeader(changed: object): Make {
  return tampered(({ header, payload, signature }) =>
    [encoded({ ...decoded(header), ...changed }), payload, signature].join('.'),
  );
}

/** A token with this claim so many seconds from now. */
function timed(claim: string, seconds: number): Make {
  return ({ issuer, key, now }) => issuer.sign(key, now, { [claim]: now / 1_000 + seconds });
}

/** A token of the forger's own key. */
function forged(headerOf: (tools: ForgersTools) => { kid?: string }): Make {
  return (tools) => tools.issuer.sign(tools.foreignKey, tools.now, {}, headerOf(tools));
}

/** Tokens that have to be refused, by the message that says why. */
const HOSTILE: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  'The token has expired.': {
    'expired just beyond the tolerance': timed('exp', -30),
  },
  'The token has no claim "exp".': { 'that never expires': withoutClaim('exp') },
  'The token\'s claim "exp" has a wrong type.': {
    'whose expiry is a text': withClaims({ exp: '2030-01-01' }),
  },
  'The token is not valid yet.': { 'not valid until an hour from now': timed('nbf', 3_600) },
  'The token\'s claim "nbf" has a wrong type.': {
    'whose "nbf" is a list': withClaims({ nbf: [] }),
  },
  'The token comes from another issuer.': {
    'of another issuer': withClaims({ iss: 'https://evil.example' }),
  },
  'The token has no claim "iss".': { 'without an issuer': withoutClaim('iss') },
  'The token is meant for another audience.': {
    'for another audience': withClaims({ aud: 'other-service' }),
  },
  'The token has no claim "aud".': { 'without an audience': withoutClaim('aud') },
  'The token has no claim "sub".': { 'without a subject': withoutClaim('sub') },
  'The token\'s claim "sub" must be a string of 1 to 255 characters.': {
    'with an empty subject': withClaims({ sub: '' }),
    'whose subject is a number': withClaims({ sub: 17 }),
    'with a subject of 300 characters': withClaims({ sub: 'x'.repeat(300) }),
  },
  'The token is not signed with an algorithm that is accepted.': {
    'that is not signed ("alg": "none")': tampered(
      ({ payload }) => `${encoded({ alg: 'none' })}.${payload}.`,
    ),
    'signed by HS256 with the public key as PEM': hmacSigned,
  },
  'The token is signed with a key that its issuer does not list.': {
    'signed with a foreign key under its own "kid"': forged(() => ({})),
    'of an algorithm that its key is not for': withHeader({ alg: 'RS256' }),
  },
  "The token's signature is wrong.": {
    'signed with a foreign key under the right "kid"': forged(({ key }) => ({ kid: key.kid })),
    'whose tier was raised after signing': tampered(({ header, payload, signature }) =>
      [header, encoded({ ...decoded(payload), tier: 'enterprise' }), signature].join('.'),
    ),
    'without a signature': tampered(({ header, payload }) => `${header}.${payload}.`),
  },
  'The token is malformed.': {
    'with a critical extension that nobody knows': withHeader({
      crit: ['x-admin'],
      'x-admin': true,
    }),
  },
  'The token is longer than 8192 characters.': {
    'longer than 8,192 characters': withClaims({ filler: 'x'.repeat(9_000) }),
  },
};

export const HOSTILE_TOKENS = Object.entries(HOSTILE).flatMap(([message, tokens]) =>
  Object.entries(tokens).map(([name, make]) => ({ name, message, make })),
);
