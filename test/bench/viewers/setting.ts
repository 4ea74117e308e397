import {
  type SigningKeyPair,
  signingKeyPair,
  TokenIssuer,
} from '../../harness/viewers/token-issuer.ts';
import type { Program } from '../kit.ts';
import { PinnedServer } from '../pinned-server.ts';

/** The upstream key that serves the viewers of the measured server. */
export const API_KEY = 'bench_enterprise_key';

/** The measured server on the first core, an upstream in its own process, and an issuer in this one. */
export interface Setting {
  readonly url: string;
  readonly server: PinnedServer;
  readonly issuer: TokenIssuer;
  readonly key: SigningKeyPair;
  /** The header of a viewer's good token. */
  bearer(sub: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

export async function serverBefore(upstreamUrl: string): Promise<Setting> {
  const key = await signingKeyPair('one');
  const issuer = await TokenIssuer.start(key);
  const { href } = issuer.jwksUrl;
  const server = await PinnedServer.start('viewers/server.ts', [upstreamUrl, href]);
  return {
    url: server.url,
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
