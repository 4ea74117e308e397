import { readViewers, type ViewerConfig } from './access/viewers/viewer-config.ts';
import { readTracing, type TracingConfig } from './observability/tracing/tracing-config.ts';
import {
  ConfigError,
  httpUrl,
  isOn,
  type ReadVariable,
  text,
  URL_RULE,
  variablesOf,
  wholeNumber,
} from './process/read-variable.ts';

/** The configuration, read once from the environment. `docs/configuration.md` documents the variables. */
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
  /** How many hours of its past the simulation tells; 0 for none. */
  readonly originHistoryHours: number;
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
  /**
   * How long new requests are answered after a stop signal, in milliseconds: in production, until load balancers that
   * ask `/readyz` have noticed.
   */
  readonly lateRequestsMs: number;
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
  /** Whether agents may call tools at `/mcp`, over the Model Context Protocol. */
  readonly mcp: boolean;
  /** Which prices are kept over time; null if none are. */
  readonly history: HistoryConfig | null;
  /** Null if nothing is traced. */
  readonly tracing: TracingConfig | null;
}

interface HistoryConfig {
  /** `sqlite:PATH` or a URL of PostgreSQL, which may hold a password; null for a temporary database. */
  readonly url: string | null;
  /** The API key of the account whose board is recorded. */
  readonly apiKey: string;
  readonly days: number;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Reads the environment. Unset and empty variables have their defaults. Throws `ConfigError`. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const read = variablesOf(environment);
  const isProduction = text(read, 'NODE_ENV', '') === 'production';
  const upstreamUrl = read('UPSTREAM_URL', null, baseUrl, `${URL_RULE}, and without "/api/v1"`);
  return Object.freeze({
    ...readCallers(read, upstreamUrl === null && !isProduction),
    ...readDocuments(read),
    host: text(read, 'HOST', '127.0.0.1'),
    port: wholeNumber(read, 'PORT', 4000, 0, 65_535),
    upstreamUrl,
    originPort: wholeNumber(read, 'ORIGIN_PORT', 4010, 0, 65_535),
    originFeed: text(read, 'ORIGIN_FEED', 'simulation'),
    originSeed: wholeNumber(read, 'ORIGIN_SEED', 1, 0, 2 ** 32 - 1),
    originHistoryHours: wholeNumber(read, 'ORIGIN_HISTORY_HOURS', 24, 0, 72),
    redisUrl: read('REDIS_URL', null, redisUrl, REDIS_RULE),
    redisPrefix: text(read, 'REDIS_PREFIX', 'oddsgraph'),
    board: isOn(read, 'BOARD', true),
    mcp: isOn(read, 'MCP', true),
    history: readHistory(read, upstreamUrl),
    tracing: readTracing(read),
    introspection: isOn(read, 'INTROSPECTION', !isProduction),
    hints: !isProduction,
    lateRequestsMs: isProduction ? 2_000 : 250,
    callbackHosts: read(
      'CALLBACK_HOSTS',
      isProduction ? [] : ['127.0.0.1', 'localhost'],
      hosts,
      'hosts, host:port or host:*, separated by commas',
    ),
    slowMs: wholeNumber(read, 'SLOW_MS', 1_000, 1, 3_600_000),
    logLevel: read('LOG_LEVEL', 'info', logLevel, `one of ${LOG_LEVELS.join(', ')}`),
  });
}

/** Who may call, and from which pages. `isDevelopment`: the embedded origin runs outside of production. */
function readCallers(read: ReadVariable, isDevelopment: boolean) {
  const viewers = readViewers(read);
  const acceptsApiKeys = isOn(read, 'API_KEYS', true);
  const corsOrigins = read('CORS_ORIGINS', null, origins, 'origins separated by commas');
  const developmentIssuer = isDevelopment && viewers.tokenIssuer === null;
  if (viewers.cookie !== null && corsOrigins === null) {
    throw new ConfigError('JWT_COOKIE needs CORS_ORIGINS: the origins whose pages may send it.');
  }
  if (viewers.tokenIssuer === null && !developmentIssuer) {
    if (viewers.cookie !== null) {
      throw new ConfigError('JWT_COOKIE needs JWT_JWKS_URL: otherwise no token in it is accepted.');
    }
    if (!acceptsApiKeys) {
      throw new ConfigError(
        'API_KEYS=off needs JWT_JWKS_URL: otherwise nobody could authenticate.',
      );
    }
  }
  return { viewers, acceptsApiKeys, corsOrigins, developmentIssuer };
}

function readDocuments(read: ReadVariable) {
  const trustedDocuments = text(read, 'TRUSTED_DOCUMENTS', null);
  const trustedDocumentsOnly = isOn(read, 'TRUSTED_DOCUMENTS_ONLY', false);
  if (trustedDocumentsOnly && trustedDocuments === null) {
    throw new ConfigError('TRUSTED_DOCUMENTS_ONLY=on needs TRUSTED_DOCUMENTS.');
  }
  return { trustedDocuments, trustedDocumentsOnly };
}

function readHistory(read: ReadVariable, upstreamUrl: URL | null): HistoryConfig | null {
  const url = read('HISTORY_URL', null, historyUrl, 'sqlite:PATH or a postgres address');
  const key = read('HISTORY_KEY', null, apiKey, 'an API key: visible ASCII characters');
  const days = wholeNumber(read, 'HISTORY_DAYS', 30, 1, 3_650);
  if (upstreamUrl === null) return { url, apiKey: key ?? 'demo_enterprise', days };
  if (url !== null && key === null) {
    throw new ConfigError('HISTORY_URL needs HISTORY_KEY: the account whose prices are kept.');
  }
  return url === null || key === null ? null : { url, apiKey: key, days };
}

/** What all paths of the service, which begin with `/api/v1`, are appended to. */
function baseUrl(value: string): URL | null {
  const url = httpUrl(value);
  return /\/api\/v1\/?$/.test(url?.pathname ?? '') ? null : url;
}

/** It is sent in a header. */
function apiKey(value: string): string | null {
  return /^[\x21-\x7e]+$/.test(value) ? value : null;
}

/** The URL may hold a password: it is never logged. */
function historyUrl(value: string): string | null {
  if (value.startsWith('sqlite:')) return /^sqlite:(?!:memory:$)./.test(value) ? value : null;
  const url = URL.parse(value);
  return url?.hostname && /^postgres(ql)?:$/.test(url.protocol) ? value : null;
}

const REDIS_RULE =
  'a redis or rediss address, with a percent-encoded password and a number as the database';

/** The URL may hold a password: it is never logged. */
function redisUrl(value: string): string | null {
  const url = URL.parse(value);
  const isRedis = url?.hostname && /^rediss?:$/.test(url.protocol);
  const isDatabase = isRedis && /^(\/\d*)?$/.test(url.pathname);
  return isDatabase && isDecodable(url.username) && isDecodable(url.password) ? value : null;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Origins such as `https://app.example.com`, separated by commas: null if one is not an origin. */
function origins(value: string): string[] | null {
  const named = value.split(',').map((origin) => origin.trim());
  return named.every((origin) => URL.parse(origin)?.origin === origin) ? named : null;
}

function hosts(value: string): string[] | null {
  const names = value.split(',').map((name) => name.trim());
  return names.every((name) => /^[\w.:[\]-]+(:\*)?$/.test(name)) ? names : null;
}

function logLevel(value: string): LogLevel | null {
  return LOG_LEVELS.find((level) => level === value) ?? null;
}
