import { readConfig } from '../../../src/config.ts';

/** With an issuer of tokens, whose variables are read only together. */
const ISSUER: Readonly<Record<string, string>> = {
  JWT_JWKS_URL: 'http://127.0.0.1/',
  JWT_ISSUER: 'a',
  JWT_AUDIENCE: 'b',
  UPSTREAM_KEYS: 'pro=c',
};

/** The variables that the program reads from its environment. */
export function variablesRead(): Set<string> {
  const names = new Set<string>();
  const get = (values: typeof ISSUER, name: string) => {
    names.add(name);
    return values[name];
  };
  readConfig(new Proxy(ISSUER, { get }));
  return names;
}
