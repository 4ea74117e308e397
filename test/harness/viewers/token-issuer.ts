import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { ViewerOptions } from '../../../src/access/viewers/viewers.ts';
import { type HttpServer, openHttpServer } from '../node/http-server.ts';

export interface SigningKeyPair {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function signingKeyPair(kid: string, alg = 'ES256'): Promise<SigningKeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg } };
}

/** An issuer of tokens with a real JWKS endpoint. */
export class TokenIssuer {
  readonly issuer = 'https://issuer.example';
  readonly audience = 'oddsgraph';
  /** The keys that the endpoint lists. */
  listed: JWK[] = [];
  /** What the endpoint answers with instead of its keys. */
  fault: { readonly status: number; readonly body: string } | null = null;
  /** Requests of the endpoint so far. */
  fetches = 0;
  readonly #server: HttpServer;

  /** Fetches of the keys wait for it. */
  answersAfter: Promise<void> = Promise.resolve();

  private constructor(server: HttpServer) {
    this.#server = server;
    server.on('request', async (_request, response) => {
      this.fetches += 1;
      await this.answersAfter;
      const { status, body } = this.fault ?? {
        status: 200,
        body: JSON.stringify({ keys: this.listed }),
      };
      response.writeHead(status, { 'content-type': 'application/jwk-set+json' }).end(body);
    });
  }

  static async start(...keys: SigningKeyPair[]): Promise<TokenIssuer> {
    const issuer = new TokenIssuer(await openHttpServer());
    issuer.listed = keys.map(({ publicJwk }) => publicJwk);
    return issuer;
  }

  get jwksUrl(): URL {
    return new URL('/keys?appid=odds', this.#server.url);
  }

  /** Viewers who come with tokens of this issuer, and the keys that serve each tier. */
  viewers(upstreamKeys: ViewerOptions['upstreamKeys']): ViewerOptions {
    const { jwksUrl, issuer, audience } = this;
    const claims = { jwksUrl, issuer, audience, tierClaim: 'tier' };
    return { ...claims, upstreamKeys, requestsPerMinute: 120, cookie: null };
  }

  /** A token with good claims, of which `claims` and `header` replace any. `now` is in milliseconds. */
  sign(
    key: SigningKeyPair,
    now: number,
    claims: Readonly<Record<string, unknown>> = {},
    header: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const issuedAt = Math.floor(now / 1_000);
    const payload = {
      iss: this.issuer,
      aud: this.audience,
      sub: 'alice',
      iat: issuedAt,
      exp: issuedAt + 600,
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}
