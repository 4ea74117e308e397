import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

describe('a configuration', () => {
  test('of an empty environment is the documented default, and cannot be changed', () => {
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
      callbackHosts: ['127.0.0.1', 'localhost'],
      redisUrl: null,
      redisPrefix: 'oddsgraph',
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('takes an empty variable for an unset one', () => {
    const empty = { HOST: '', PORT: '', UPSTREAM_URL: '', ORIGIN_FEED: '', LOG_LEVEL: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  test('takes what is set', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      UPSTREAM_URL: 'https://example.org:8443/base/',
      ORIGIN_PORT: '65535',
      ORIGIN_FEED: '/data/board.csv',
      ORIGIN_SEED: '4294967295',
      LOG_LEVEL: 'silent',
      INTROSPECTION: 'off',
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
      redisUrl: 'rediss://user:secret@example.org:6380/1',
      redisPrefix: 'staging',
    });
    expect(config.upstreamUrl?.href).toBe('https://example.org:8443/base/');
  });

  test('hides the schema in production, unless it is told not to', () => {
    expect(readConfig({ NODE_ENV: 'production' }).introspection).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', INTROSPECTION: 'on' }).introspection).toBe(true);
  });

  test('lets routers be called back on this machine, in production on none that is not named', () => {
    const hosts = (value: string) =>
      readConfig({ NODE_ENV: 'production', CALLBACK_HOSTS: value }).callbackHosts;
    expect([hosts(''), hosts('router:4100, 10.0.0.7')]).toEqual([[], ['router:4100', '10.0.0.7']]);
    expect(hosts('router:*,[::1]:4100')).toEqual(['router:*', '[::1]:4100']);
  });

  test.each([
    ['PORT', ['-1', '65536', '80.5', '0x50', 'http', ' 80', '1e3', '99999999999999999999']],
    ['ORIGIN_PORT', ['-1', '65536', 'x']],
    ['ORIGIN_SEED', ['-1', '4294967296', '1.5', 'seed']],
    ['LOG_LEVEL', ['INFO', 'loud', 'constructor']],
    ['CALLBACK_HOSTS', ['*', '*:80', 'router:*0', 'a*', 'http://router', 'router,,other', 'a b']],
    ['REDIS_URL', ['localhost:6379', 'http://user:secret@example.org', 'redis:secret@']],
    ['INTROSPECTION', ['yes', 'true', 'ON']],
    [
      'UPSTREAM_URL',
      [
        'example.org',
        'ftp://example.org',
        'http://user:secret@example.org',
        'http://user@example.org',
        'http://example.org/?key=1',
        'http://example.org/#here',
        'http://',
      ],
    ],
  ])('refuses a bad %s with its name and without its value', (name, values) => {
    for (const value of values) {
      const read = () => readConfig({ [name]: value });
      expect(read, value).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
      expect(read).not.toThrow('secret');
    }
  });
});
