/** What the server writes into the page about itself. */
interface Settings {
  /** API keys for everybody, by tier; empty unless the server runs with its embedded origin and accepts API keys. */
  readonly demoKeys: Readonly<Record<string, string>>;
  /** Whether the server accepts API keys; if not, it accepts only tokens. */
  readonly acceptsApiKeys: boolean;
  /** Whether `npm run token` prints tokens that it accepts. */
  readonly issuesTokens?: boolean;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="oddsgraph-board"]');

export const settings: Settings = JSON.parse(meta?.content ?? '{}');
