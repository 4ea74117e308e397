/** What the server writes into the page about itself. */
export interface BoardOptions {
  /** Demo API keys by tier, which the page offers to everybody. If there are none, the page asks for a key or token. */
  readonly demoKeys: Readonly<Record<string, string>>;
  /** Whether the GraphQL API accepts API keys; if not, it accepts only tokens. */
  readonly acceptsApiKeys: boolean;
  /** Whether the embedded origin issues tokens, to those who run `npm run token`. */
  readonly issuesTokens?: boolean;
}
