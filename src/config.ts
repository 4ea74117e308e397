/** How the process is set up. Made once from the environment, and never changed. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where the REST/SSE service is; null for the embedded origin. */
  readonly upstreamUrl: URL | null;
  readonly originPort: number;
  /** `simulation`, or the path of a recorded board. */
  readonly originFeed: string;
  readonly originSeed: number;
  readonly logLevel: LogLevel;
  /** The Redis over which replicas share their streams; null for a process on its own. */
  readonly redisUrl: string | null;
  /** Replicas of the same prefix share their streams. */
  readonly redisPrefix: string;
  /** Hosts that routers may have called back for subscriptions; none in production unless set. */
  readonly callbackHosts: readonly string[];
  /** Whether the schema may be asked for; off in production unless it is turned on. */
  readonly introspection: boolean;
  /** Whether answers tell what made them dear: not in production. */
  readonly hints: boolean;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** A variable of the environment with a value that cannot be used. The message names it. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment; an unset or empty variable takes its default. Throws `ConfigError`. */
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
  return Object.freeze({
    host: read('HOST', '127.0.0.1', (value) => value, 'an address'),
    port: read('PORT', 4000, port, PORT),
    upstreamUrl: read(
      'UPSTREAM_URL',
      null,
      httpUrl,
      'an http or https address without credentials, query or fragment',
    ),
    originPort: read('ORIGIN_PORT', 4010, port, PORT),
    originFeed: read('ORIGIN_FEED', 'simulation', (value) => value, 'a feed'),
    originSeed: read('ORIGIN_SEED', 1, seed, 'a whole number from 0 to 4294967295'),
    redisUrl: read('REDIS_URL', null, redisUrl, 'a redis or rediss address'),
    redisPrefix: read('REDIS_PREFIX', 'oddsgraph', (value) => value, 'a text'),
    introspection: read('INTROSPECTION', !isProduction, onOrOff, '"on" or "off"'),
    hints: !isProduction,
    callbackHosts: read(
      'CALLBACK_HOSTS',
      isProduction ? [] : ['127.0.0.1', 'localhost'],
      hosts,
      'hosts, host:port or host:*, separated by commas',
    ),
    logLevel: read('LOG_LEVEL', 'info', logLevel, `one of ${LOG_LEVELS.join(', ')}`),
  });
}

const PORT = 'a port from 0 to 65535';

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

/** It may hold a password: it is never logged. */
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
