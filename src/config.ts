import type { ReadVariable } from './read-variable.ts';
import { readTracing, type TracingConfig } from './tracing/tracing-config.ts';
import {
  cookieName,
  origins,
  type TokenIssuerConfig,
  tierKeys,
  type ViewerConfig,
} from './viewer-config.ts';

/** The configuration, read once from the environment. The README documents the variables. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The URL of the odds service; null for the embedded origin, an odds service for development in this process. */
  readonly upstreamUrl: URL | null;
  readonly originPort: number;
  /** Where the embedded origin's prices come from: `simulation`, or the path of a CSV file with recorded odds. */
  readonly originFeed: string;
  /** The seed of the simulation's random numbers. */
  readonly originSeed: number;
  readonly logLevel: LogLevel;
  /** Operations that take this many milliseconds are logged with what they waited for. */
  readonly slowMs: number;
  /** The Redis over which replicas share upstream's streams and responses, and viewers' budgets; null: none. */
  readonly redisUrl: string | null;
  /** Only replicas with the same prefix share anything. */
  readonly redisPrefix: string;
  /** Hosts that subscriptions over the HTTP callback protocol may call. */
  readonly callbackHosts: readonly string[];
  /** Whether introspection is allowed. */
  readonly introspection: boolean;
  /** Whether responses say what made an operation expensive. */
  readonly hints: boolean;
  /** For viewers: the operator's end users, who have JWTs instead of API keys. */
  readonly viewers: ViewerConfig;
  /** Whether the embedded origin issues tokens for viewers: in development, unless an issuer is named. */
  readonly developmentIssuer: boolean;
  /** Whether callers may send an API key of their own for the odds service. */
  readonly acceptsApiKeys: boolean;
  /** The path of the manifest of trusted documents, those that the operator has published; null if there is none. */
  readonly trustedDocuments: string | null;
  /** Whether viewers may send only trusted documents. */
  readonly trustedDocumentsOnly: boolean;
  /** CORS origins allowed with credentials; null allows any origin without credentials. */
  readonly corsOrigins: readonly string[] | null;
  /** Whether the live board, a web page with live odds, is served. */
  readonly board: boolean;
  /** Null if nothing is traced. */
  readonly tracing: TracingConfig | null;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** An environment variable has an invalid value. The message names the variable. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Unset and empty variables have their defaults. Throws `ConfigError`. */
export function readConfig(environment: Environment = process.env): Config {
  const read = <T>(
    name: string,
    unset: T,
    parse: (value: string) => T | null,
    expected: string,
  ): T => {
    const value = environment[name];
    if (value === undefined || value === '') return unset;
    const parsed = parse(value);
    if (parsed === null) throw new ConfigError(`${name} must be ${expected}.`);
    return parsed;
  };
  const isProduction = environment['NODE_ENV'] === 'production';
  const upstreamUrl = read('UPSTREAM_URL', null, httpUrl, URL_RULE);
  const access = readAccess(read, upstreamUrl === null && !isProduction);
  return Object.freeze({
    ...access,
    host: read('HOST', '127.0.0.1', (value) => value, 'an address'),
    port: read('PORT', 4000, port, PORT),
    upstreamUrl,
    originPort: read('ORIGIN_PORT', 4010, port, PORT),
    originFeed: read('ORIGIN_FEED', 'simulation', (value) => value, 'a feed'),
    originSeed: read('ORIGIN_SEED', 1, seed, 'a whole number from 0 to 4294967295'),
    redisUrl: read('REDIS_URL', null, redisUrl, 'a redis or rediss address'),
    redisPrefix: read('REDIS_PREFIX', 'oddsgraph', (value) => value, 'a text'),
    board: read('BOARD', true, onOrOff, '"on" or "off"'),
    tracing: readTracing(read, httpUrl, URL_RULE),
    introspection: read('INTROSPECTION', !isProduction, onOrOff, '"on" or "off"'),
    hints: !isProduction,
    callbackHosts: read(
      'CALLBACK_HOSTS',
      isProduction ? [] : ['127.0.0.1', 'localhost'],
      hosts,
      'hosts, host:port or host:*, separated by commas',
    ),
    slowMs: read('SLOW_MS', 1_000, positiveNumber(3_600_000), 'a whole number from 1 to 3600000'),
    logLevel: read('LOG_LEVEL', 'info', logLevel, `one of ${LOG_LEVELS.join(', ')}`),
  });
}

const PORT = 'a port from 0 to 65535';
const URL_RULE = 'an http or https URL without credentials, query or fragment';

/** Who may call, and with what. `isDevelopment`: the embedded origin runs outside of production. */
function readAccess(read: ReadVariable, isDevelopment: boolean) {
  const text = (value: string) => value;
  const access = {
    viewers: readViewers(read),
    acceptsApiKeys: read('API_KEYS', true, onOrOff, '"on" or "off"'),
    corsOrigins: read('CORS_ORIGINS', null, origins, 'origins separated by commas'),
    trustedDocuments: read<string | null>('TRUSTED_DOCUMENTS', null, text, 'a path'),
    trustedDocumentsOnly: read('TRUSTED_DOCUMENTS_ONLY', false, onOrOff, '"on" or "off"'),
  };
  const { viewers, acceptsApiKeys, corsOrigins, trustedDocuments, trustedDocumentsOnly } = access;
  const developmentIssuer = isDevelopment && viewers.tokenIssuer === null;
  if (viewers.cookie !== null && corsOrigins === null) {
    throw new ConfigError('JWT_COOKIE needs CORS_ORIGINS: the origins whose pages may send it.');
  }
  if (trustedDocumentsOnly && trustedDocuments === null) {
    throw new ConfigError('TRUSTED_DOCUMENTS_ONLY=on needs TRUSTED_DOCUMENTS.');
  }
  if (!acceptsApiKeys && viewers.tokenIssuer === null && !developmentIssuer) {
    throw new ConfigError('API_KEYS=off needs JWT_JWKS_URL: otherwise nobody could authenticate.');
  }
  return { ...access, developmentIssuer };
}

function readViewers(read: ReadVariable): ViewerConfig {
  return {
    tokenIssuer: readTokenIssuer(read),
    tierClaim: read('JWT_TIER_CLAIM', 'tier', (value) => value, 'the name of a claim'),
    requestsPerMinute: read(
      'VIEWER_REQUESTS',
      120,
      positiveNumber(1_000_000),
      'a whole number from 1 to 1000000',
    ),
    cookie: read('JWT_COOKIE', null, cookieName, "a cookie's name"),
  };
}

/** Null if none of the issuer's variables is set. */
function readTokenIssuer(read: ReadVariable): TokenIssuerConfig | null {
  const text = (name: string) => read<string | null>(name, null, (value) => value, 'a text');
  const jwksUrl = read('JWT_JWKS_URL', null, httpUrl, URL_RULE);
  const [issuer, audience] = [text('JWT_ISSUER'), text('JWT_AUDIENCE')];
  const upstreamKeys = read('UPSTREAM_KEYS', null, tierKeys, 'tier=key pairs separated by commas');
  if (jwksUrl === null && issuer === null && audience === null && upstreamKeys === null)
    return null;
  if (jwksUrl === null || issuer === null || audience === null) {
    throw new ConfigError('JWT_JWKS_URL, JWT_ISSUER and JWT_AUDIENCE have to be set together.');
  }
  if (upstreamKeys === null) {
    throw new ConfigError('JWT_JWKS_URL needs UPSTREAM_KEYS: the keys that serve viewers.');
  }
  return { jwksUrl, issuer, audience, upstreamKeys };
}

function positiveNumber(max: number): (value: string) => number | null {
  return (value) => wholeNumber(value, max) || null;
}

function port(value: string): number | null {
  return wholeNumber(value, 65_535);
}

function seed(value: string): number | null {
  return wholeNumber(value, 2 ** 32 - 1);
}

function wholeNumber(value: string, max: number): number | null {
  return /^\d{1,15}$/.test(value) && Number(value) <= max ? Number(value) : null;
}

function httpUrl(value: string): URL | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isBare = url !== null && !(url.username || url.password || url.search || url.hash);
  return isBare && /^https?:$/.test(url.protocol) ? url : null;
}

/** The URL may hold a password: it is never logged. */
function redisUrl(value: string): string | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url?.hostname && /^rediss?:$/.test(url.protocol) ? value : null;
}

function hosts(value: string): string[] | null {
  const names = value.split(',').map((name) => name.trim());
  return names.every((name) => /^[\w.:[\]-]+(:\*)?$/.test(name)) ? names : null;
}

function onOrOff(value: string): boolean | null {
  return value === 'on' ? true : value === 'off' ? false : null;
}

function logLevel(value: string): LogLevel | null {
  return LOG_LEVELS.find((level) => level === value) ?? null;
}
