import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { ConfigError } from '../../src/process/read-variable.ts';

describe('the configuration', () => {
  test('has the documented defaults in an empty environment, and is frozen', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      upstreamUrl: null,
      originPort: 4010,
      originFeed: 'simulation',
      originSeed: 1,
      logLevel: 'info',
      introspection: true,
      board: true,
      callbackHosts: ['127.0.0.1', 'localhost'],
      redisUrl: null,
      redisPrefix: 'oddsgraph',
      history: { url: null, apiKey: 'demo_enterprise', days: 30 },
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('treats empty variables as unset', () => {
    const empty = { HOST: '', PORT: '', UPSTREAM_URL: '', ORIGIN_FEED: '', LOG_LEVEL: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  test('reads the variables that are set', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      UPSTREAM_URL: 'https://example.org:8443/base/',
      ORIGIN_PORT: '65535',
      ORIGIN_FEED: '/data/board.csv',
      ORIGIN_SEED: '4294967295',
      LOG_LEVEL: 'silent',
      SLOW_MS: '250',
      INTROSPECTION: 'off',
      BOARD: 'off',
      REDIS_URL: 'rediss://user:secret@example.org:6380/1',
      REDIS_PREFIX: 'staging',
      SOMETHING_ELSE: 'is not read',
    });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      originPort: 65_535,
      originFeed: '/data/board.csv',
      originSeed: 4_294_967_295,
      logLevel: 'silent',
      introspection: false,
      board: false,
      redisUrl: 'rediss://user:secret@example.org:6380/1',
      redisPrefix: 'staging',
    });
    expect(config.upstreamUrl?.href).toBe('https://example.org:8443/base/');
  });

  test('turns introspection off in production unless INTROSPECTION is on', () => {
    expect(readConfig({ NODE_ENV: 'production\r\n' }).introspection).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', INTROSPECTION: 'on' }).introspection).toBe(true);
  });

  test('allows callbacks to loopback hosts, and in production only to listed hosts', () => {
    const hosts = (value: string) =>
      readConfig({ NODE_ENV: 'production', CALLBACK_HOSTS: value }).callbackHosts;
    expect([hosts(''), hosts('router:4100, 10.0.0.7')]).toEqual([[], ['router:4100', '10.0.0.7']]);
    expect(hosts('router:*,[::1]:4100')).toEqual(['router:*', '[::1]:4100']);
  });

  test('keeps prices where HISTORY_URL is set, which needs a key if there is no embedded origin', () => {
    const upstream = { UPSTREAM_URL: 'https://example.org' };
    const url = 'postgres://user:secret@example.org/odds';
    expect(readConfig(upstream).history).toBe(null);
    const kept = { ...upstream, HISTORY_URL: url };
    expect(readConfig({ ...kept, HISTORY_KEY: 'key\r\n' }).history?.apiKey).toBe('key');
    for (const HISTORY_KEY of ['two words', 'schlüssel']) {
      expect(() => readConfig({ ...kept, HISTORY_KEY })).toThrow(/^HISTORY_KEY must be/);
    }
    expect(readConfig({ ...upstream, HISTORY_KEY: 'key' }).history).toBe(null);
    expect(() => readConfig({ ...upstream, HISTORY_URL: url })).toThrow(
      /^HISTORY_URL needs HISTORY_KEY/,
    );
    expect(
      readConfig({ ...upstream, HISTORY_URL: url, HISTORY_KEY: 'key', HISTORY_DAYS: '7' }).history,
    ).toEqual({ url, apiKey: 'key', days: 7 });
  });

  test.each(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])(
    'traces where %s is set, unless OTEL_SDK_DISABLED is true',
    (name) => {
      const endpoint = { [name]: 'http://collector:4318' };
      expect(readConfig({ OTEL_SERVICE_NAME: 'odds' }).tracing).toBe(null);
      expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBe(null);
      expect(readConfig(endpoint).tracing).toEqual({
        sampler: 'parentbased_always_on',
        samplerRatio: 1,
      });
      expect(
        readConfig({
          ...endpoint,
          OTEL_SDK_DISABLED: 'false',
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
          OTEL_TRACES_SAMPLER: 'traceidratio',
          OTEL_TRACES_SAMPLER_ARG: '0.05',
        }).tracing,
      ).toEqual({ sampler: 'traceidratio', samplerRatio: 0.05 });
    },
  );

  test.each([
    ['PORT', ['-1', '65536', '80.5', '0x50', 'http', '8 0', '1e3', '99999999999999999999']],
    ['ORIGIN_PORT', ['-1', '65536', 'x']],
    ['ORIGIN_HISTORY_HOURS', ['-1', '73', '1.5', 'day']],
    ['ORIGIN_SEED', ['-1', '4294967296', '1.5', 'seed']],
    ['LOG_LEVEL', ['INFO', 'loud', 'constructor']],
    ['SLOW_MS', ['0', '-1', '1.5', '1s', 'off', '3600001']],
    ['CALLBACK_HOSTS', ['*', '*:80', 'router:*0', 'a*', 'http://router', 'router,,other', 'a b']],
    ['REDIS_URL', ['localhost:6379', 'http://user:secret@example.org', 'redis:secret@']],
    [
      'REDIS_URL',
      [
        'redis://:50%secret@example.org',
        'redis://:s%e9cret@example.org',
        'redis://user:secret@example.org/odds',
      ],
    ],
    ['HISTORY_URL', ['history.db', 'sqlite:', 'mysql://user:secret@example.org', 'postgres:']],
    ['HISTORY_URL', ['sqlite::memory:']],
    ['HISTORY_DAYS', ['0', '-1', '1.5', '3651']],
    ['INTROSPECTION', ['yes', 'true', 'ON']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'http://user:secret@collector']],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['collector:4318/v1/traces']],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', ['grpc', 'http/json']],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', ['grpc']],
    ['OTEL_SDK_DISABLED', ['yes', '1']],
    ['OTEL_TRACES_SAMPLER', ['jaeger_remote', 'always']],
    ['OTEL_TRACES_SAMPLER_ARG', ['-1', '1.1', 'half', '1e-3', '.']],
    [
      'UPSTREAM_URL',
      [
        'example.org',
        'ftp://example.org',
        'http://user:secret@example.org',
        'http://user@example.org',
        'http://example.org/?key=1',
        'http://example.org/#here',
        'https://example.org/base/api/v1/',
        'http://',
      ],
    ],
  ])('refuses an invalid %s with an error that names it and hides its value', (name, values) => {
    for (const value of values) {
      const read = () => readConfig({ [name]: value });
      expect(read, value).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
      expect(read).not.toThrow('secret');
    }
  });
});

describe('the configuration of viewers', () => {
  const ISSUER = {
    JWT_JWKS_URL: 'https://issuer.example/keys?appid=odds',
    JWT_ISSUER: 'https://issuer.example',
    JWT_AUDIENCE: 'odds',
    UPSTREAM_KEYS: 'free=key_1, pro=key=2',
  };

  test('names the issuer, and the key of each tier', () => {
    const { viewers, developmentIssuer } = readConfig({ ...ISSUER, JWT_TIER_CLAIM: 'app.plan' });
    expect(viewers).toMatchObject({
      tierClaim: 'app.plan',
      requestsPerMinute: 120,
      cookie: null,
      tokenIssuer: { issuer: 'https://issuer.example', audience: 'odds' },
    });
    expect(viewers.tokenIssuer?.jwksUrl.href).toBe(ISSUER.JWT_JWKS_URL);
    expect([...(viewers.tokenIssuer?.upstreamKeys ?? [])]).toEqual([
      ['free', 'key_1'],
      ['pro', 'key=2'],
    ]);
    expect(developmentIssuer).toBe(false);
  });

  test('uses the embedded origin’s issuer in development, and none in front of a real service', () => {
    expect(readConfig({}).developmentIssuer).toBe(true);
    expect(readConfig({ NODE_ENV: 'production' }).developmentIssuer).toBe(false);
    expect(readConfig({ UPSTREAM_URL: 'https://odds.example' }).developmentIssuer).toBe(false);
  });

  test.each([
    ['an issuer without an audience', { ...ISSUER, JWT_AUDIENCE: '' }, /: set JWT_AUDIENCE\.$/],
    [
      'keys without an issuer',
      { UPSTREAM_KEYS: 'pro=secret' },
      /: set JWT_JWKS_URL, JWT_ISSUER, JWT_AUDIENCE\.$/,
    ],
    ['an issuer without keys', { ...ISSUER, UPSTREAM_KEYS: '' }, /: set UPSTREAM_KEYS\.$/],
    [
      'a tier that does not exist',
      { ...ISSUER, UPSTREAM_KEYS: 'gold=secret' },
      /^UPSTREAM_KEYS .*\(free, hobby, pro, sharp, enterprise\)/,
    ],
    ['one tier twice', { ...ISSUER, UPSTREAM_KEYS: 'pro=secret,pro=secret' }, 'UPSTREAM_KEYS'],
    ['a tier without a key', { ...ISSUER, UPSTREAM_KEYS: 'pro=' }, 'UPSTREAM_KEYS'],
    ['a JWKS address that is none', { ...ISSUER, JWT_JWKS_URL: 'file:///etc' }, 'JWT_JWKS_URL'],
    [
      'a JWKS address with a password',
      { ...ISSUER, JWT_JWKS_URL: 'https://me:secret@issuer.example/keys' },
      'JWT_JWKS_URL',
    ],
    [
      'a JWKS address with a fragment',
      { ...ISSUER, JWT_JWKS_URL: 'https://issuer.example/keys#2' },
      'JWT_JWKS_URL',
    ],
    ['a budget of nothing', { VIEWER_REQUESTS: '0' }, 'VIEWER_REQUESTS'],
    ['a cookie without origins', { JWT_COOKIE: 'session' }, 'CORS_ORIGINS'],
    [
      'a cookie without an issuer',
      {
        JWT_COOKIE: 'session',
        CORS_ORIGINS: 'https://app.example',
        UPSTREAM_URL: 'https://odds.example',
      },
      'JWT_COOKIE needs JWT_JWKS_URL',
    ],
    ['a cookie with a semicolon', { JWT_COOKIE: 'a;b' }, 'JWT_COOKIE'],
    ['an origin with a path', { CORS_ORIGINS: 'https://app.example/' }, 'CORS_ORIGINS'],
    [
      'neither keys nor tokens',
      { API_KEYS: 'off', UPSTREAM_URL: 'https://odds.example' },
      'API_KEYS',
    ],
  ])('refuses %s, and names the variable and no key', (_, environment, message) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(message);
    expect(() => readConfig(environment)).not.toThrow('secret');
  });
});
