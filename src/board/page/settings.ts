/** What the server says about itself in the page. */
interface Settings {
  /** Keys that everybody may use, by tier; empty unless the graph runs on its embedded origin. */
  readonly demoKeys: Readonly<Record<string, string>>;
  /** Whether the graph takes API keys, or tokens alone. */
  readonly acceptsApiKeys: boolean;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="oddsgraph-board"]');

export const settings: Settings = JSON.parse(meta?.content ?? '{}');
