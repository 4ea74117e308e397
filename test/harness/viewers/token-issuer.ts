import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

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
  readonly #server: Server;

  /** Fetches of the keys wait for it. */
  answersAfter: Promise<void> = Promise.resolve();

  private constructor() {
    this.#server = createServer(async (_request, response) => {
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
    const issuer = new TokenIssuer();
    issuer.listed = keys.map(({ publicJwk }) => publicJwk);
    issuer.#server.listen(0, '127.0.0.1');
    await once(issuer.#server, 'listening');
    return issuer;
  }

  get jwksUrl(): URL {
    const { port } = this.#server.address() as AddressInfo;
    return new URL(`http://127.0.0.1:${port}/jwks.json`);
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

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
