import type { Tier } from '../../contract/tiers.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { Credential } from '../credential.ts';
import { SigningKeys } from './signing-keys.ts';
import { TokenVerifier } from './token-verifier.ts';
import { type SharedBudgets, ViewerBudgets } from './viewer-budgets.ts';
import type { TokenIssuerConfig, ViewerConfig } from './viewer-config.ts';
import { ViewerSessions } from './viewer-sessions.ts';

export type ViewerOptions = TokenIssuerConfig & Omit<ViewerConfig, 'tokenIssuer'>;

/** The tokens, budgets and open subscriptions of viewers. */
export class Viewers {
  /** Who issues the tokens. */
  readonly issuer: string;
  readonly tokens: TokenVerifier;
  readonly budgets: ViewerBudgets;
  readonly sessions: ViewerSessions;
  /** Hashes of the operator's API keys, by the tier that viewers get with each. */
  readonly apiKeyHashes: ReadonlyMap<Tier, string>;
  /** The issuer's keys, with which tokens are verified. */
  readonly keys: SigningKeys;

  /** Without `budgets`, requests are counted for this process only. */
  constructor(
    options: ViewerOptions,
    clock: Clock,
    log: Log,
    budgets: SharedBudgets | null = null,
  ) {
    const { jwksUrl, requestsPerMinute } = options;
    this.issuer = options.issuer;
    const upstreamKeys = new Map(
      [...options.upstreamKeys].map(([tier, key]) => [tier, new Credential(key)] as const),
    );
    this.apiKeyHashes = new Map(upstreamKeys.entries().map(([tier, { hash }]) => [tier, hash]));
    this.keys = new SigningKeys(jwksUrl, clock, log);
    this.tokens = new TokenVerifier({ ...options, keys: this.keys, clock, upstreamKeys });
    this.budgets = new ViewerBudgets(clock, requestsPerMinute, budgets);
    this.sessions = new ViewerSessions((viewer) => this.tokens.isValid(viewer), clock);
  }

  /** Fetches the issuer's keys, so that the first token doesn't wait for them. */
  start(): void {
    void this.keys.refresh();
  }

  stop(): void {
    this.keys.stop();
    this.sessions.stop();
  }
}
