import {
  type SigningKeyPair,
  signingKeyPair,
  TokenIssuer,
} from '../../harness/viewers/token-issuer.ts';
import { API_KEY } from '../account-keys.ts';
import { type Program, startServer } from '../kit.ts';

/** The measured server on the first core, an upstream in its own process, and an issuer in this one. */
export interface Setting {
  readonly url: string;
  readonly server: Program;
  readonly issuer: TokenIssuer;
  readonly key: SigningKeyPair;
  /** The header of a viewer's good token. */
  bearer(sub: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

export async function serverBefore(upstreamUrl: string): Promise<Setting> {
  const key = await signingKeyPair('one');
  const issuer = await TokenIssuer.start(key);
  const server = await startServer('oddsgraph', [upstreamUrl], {
    JWT_JWKS_URL: issuer.jwksUrl.href,
    JWT_ISSUER: issuer.issuer,
    JWT_AUDIENCE: issuer.audience,
    UPSTREAM_KEYS: `enterprise=${API_KEY}`,
    VIEWER_REQUESTS: '1000000',
  });
  return {
    url: `${server.url}/graphql`,
    server,
    issuer,
    key,
    async bearer(sub) {
      const claims = { sub, tier: 'enterprise', exp: Math.floor(Date.now() / 1_000) + 3_600 };
      return { authorization: `Bearer ${await issuer.sign(key, Date.now(), claims)}` };
    },
    async stop() {
      await server.stop();
      await issuer.stop();
    },
  };
}

/** The requests that a stub has got so far. */
export async function requestsOf({ url }: Program): Promise<number> {
  return Number(await (await fetch(`${url}/requests`)).text());
}
