import type { JWTPayload } from 'jose';
import type { Tier } from '../../../src/contract/tiers.ts';
import { startTestGraph, type TestGraph, type TestGraphOptions } from '../servers/test-graph.ts';
import { type SigningKeyPair, signingKeyPair, TokenIssuer } from './token-issuer.ts';

/** The real graph with viewers on, behind a real issuer of tokens. */
export interface ViewerGraph extends TestGraph {
  readonly issuer: TokenIssuer;
  readonly signingKey: SigningKeyPair;
  /** A good token of the graph's own time, with `claims` in place of any. */
  token(claims?: JWTPayload): Promise<string>;
  /** What a viewer with such a token sends. */
  viewer(claims?: JWTPayload): Promise<ReturnType<typeof bearer>>;
}

/** The credential of a request with this token. */
export function bearer(token: string) {
  return { key: null, headers: { authorization: `Bearer ${token}` } };
}

export interface ViewerGraphOptions extends Omit<TestGraphOptions, 'viewers'> {
  readonly requestsPerMinute?: number;
  readonly upstreamKeys?: ReadonlyMap<Tier, string>;
  /** What the issuer's endpoint answers at first in place of its keys. */
  readonly issuerFault?: TokenIssuer['fault'];
}

const UPSTREAM_KEYS = new Map<Tier, string>([
  ['free', 'demo_free'],
  ['pro', 'demo_pro'],
  ['enterprise', 'demo_enterprise'],
]);

export async function startViewerGraph({
  requestsPerMinute = 120,
  upstreamKeys = UPSTREAM_KEYS,
  issuerFault = null,
  ...options
}: ViewerGraphOptions = {}): Promise<ViewerGraph> {
  const signingKey = await signingKeyPair('one');
  const issuer = await TokenIssuer.start(signingKey);
  issuer.fault = issuerFault;
  const graph = await startTestGraph({
    corsOrigins: ['https://app.example'],
    ...options,
    viewers: { ...issuer.viewers(upstreamKeys), requestsPerMinute, cookie: 'session' },
  });
  const stopGraph = graph.stop.bind(graph);
  const token = (claims: JWTPayload = {}) => issuer.sign(signingKey, graph.clock.now(), claims);
  return Object.assign(graph, {
    issuer,
    signingKey,
    token,
    viewer: async (claims?: JWTPayload) => bearer(await token(claims)),
    async stop() {
      await stopGraph();
      await issuer.stop();
    },
  });
}
