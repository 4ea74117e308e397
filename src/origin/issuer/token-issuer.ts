import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { TIERS, type Tier } from '../../contract/tiers.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { Refusal } from '../requests/refusal.ts';

/** The `aud` claim of the tokens that are issued here. */
const TOKEN_AUDIENCE = 'oddsgraph';

const ALGORITHM = 'ES256';
const KEY_ID = 'development';
const TTL_SECONDS = 3_600;
const TTL_SECONDS_MAX = 86_400;

const TokenRequest = Type.Object({
  sub: Type.String({ minLength: 1, maxLength: 255 }),
  tier: Type.Enum(TIERS),
  ttl_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: TTL_SECONDS_MAX })),
});

const tokenRequest = Compile(TokenRequest);

/**
 * An issuer of tokens (JWTs) for development, which identify a viewer: a user of the GraphQL API. `POST /token`
 * signs one for anybody who can reach it, and `GET /.well-known/jwks.json` lists its public key, which is new at
 * each start. `issuer` returns the `iss` claim, which is known once the server listens.
 */
export async function tokenIssuerRoutes(
  app: FastifyInstance,
  issuer: () => string,
  clock: Clock,
): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM);
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: ALGORITHM, use: 'sig' };

  app.get('/.well-known/jwks.json', () => ({ keys: [jwk] }));

  app.post('/token', async (request) => {
    const { body } = request;
    if (!tokenRequest.Check(body)) {
      const message = `"tier" has to be one of ${TIERS.join(', ')}; "ttl_seconds" a number up to ${TTL_SECONDS_MAX}; "sub" a name.`;
      throw new Refusal('invalid_request', message);
    }
    const { sub, tier, ttl_seconds: ttlSeconds = TTL_SECONDS } = body;
    const issuedAt = Math.floor(clock.now() / 1_000);
    const token = await new SignJWT({ tier })
      .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID })
      .setIssuer(issuer())
      .setAudience(TOKEN_AUDIENCE)
      .setSubject(sub)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .sign(privateKey);
    return { token, expires_at: new Date((issuedAt + ttlSeconds) * 1_000).toISOString() };
  });
}

/** How to verify the tokens of an issuer, and which API keys to request odds with for their viewers. */
export interface DevelopmentIssuer {
  readonly jwksUrl: URL;
  readonly issuer: string;
  readonly audience: string;
  /** The API key of the odds service, by the viewer's tier. */
  readonly upstreamKeys: ReadonlyMap<Tier, string>;
}

/** The issuer in the embedded origin at `url`. Odds are requested with the demo key of the viewer's tier. */
export function developmentIssuer(url: string): DevelopmentIssuer {
  return {
    jwksUrl: new URL('/.well-known/jwks.json', url),
    issuer: url,
    audience: TOKEN_AUDIENCE,
    upstreamKeys: new Map(TIERS.map((tier) => [tier, `demo_${tier}`])),
  };
}
