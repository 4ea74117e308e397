import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { startApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { asError } from './errors.ts';
import { describeError } from './log.ts';
import { openFeed } from './origin/feeds/open-price-feed.ts';
import type { PriceFeed } from './origin/feeds/price-feed.ts';
import { type Origin, startOrigin } from './origin/origin.ts';
import { onStopSignal, STOP_SIGNALS } from './stop-signals.ts';

/** A key of the embedded origin, for first steps. */
const EXAMPLE_KEY = 'demo_pro';

/** How long a shutdown waits for what is under way, in milliseconds. */
const DRAIN_MS = 15_000;

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino(
    { level: config.logLevel, serializers: { err: describeError } },
    pino.destination(2),
  );
  const clock = systemClock;
  collectDefaultMetrics();
  const origin = config.upstreamUrl === null ? await embeddedOrigin(config) : null;
  const graph = await startApp({
    host: config.host,
    port: config.port,
    baseUrl: config.upstreamUrl ?? new URL(origin?.url ?? ''),
    clock,
    introspection: config.introspection,
    hints: config.hints,
    callbackHosts: config.callbackHosts,
    redisUrl: config.redisUrl,
    redisPrefix: config.redisPrefix,
    ...(origin !== null && { exampleKey: EXAMPLE_KEY }),
    log,
  }).catch(async (error) => {
    await origin?.stop(); // It would keep the process alive.
    throw error;
  });
  const { close } = closeWithGrace(
    {
      delay: DRAIN_MS,
      logger: false,
      skip: [...STOP_SIGNALS],
      onTimeout: (ms) => log.error({ ms }, 'stopped before everything had drained'),
    },
    async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'stopping after an error');
      await graph.stop();
      await origin?.stop();
      log.info('stopped');
    },
  );
  onStopSignal((signal) => {
    log.info({ signal }, 'draining');
    void close();
  });
  log.info({ url: graph.url }, 'listening');
  process.stdout.write(greeting(graph.url, origin?.url ?? null, config.introspection));
}

function embeddedOrigin(config: Config): Promise<Origin> {
  return startOrigin({ clock: systemClock, feed: feedOf(config), port: config.originPort });
}

function feedOf({ originFeed, originSeed }: Config): PriceFeed {
  try {
    return openFeed({ clock: systemClock, feed: originFeed, seed: originSeed });
  } catch (error) {
    throw new ConfigError(`ORIGIN_FEED cannot be read: ${asError(error).message}`);
  }
}

function greeting(url: string, originUrl: string | null, hasGraphiQL: boolean): string {
  const key = originUrl === null ? '$API_KEY' : EXAMPLE_KEY;
  const query =
    '{ events(first: 3, filter: { live: false }) { nodes { name odds(filter: { markets: ["moneyline"] }) { sportsbookId selection price { american } } } } }';
  const lines = [
    '',
    `Oddsgraph listens at ${url}/graphql${hasGraphiQL ? ' (GraphiQL in a browser)' : ''}, ${url}/subgraph for routers.`,
    originUrl === null
      ? 'It stands in front of the service at UPSTREAM_URL.'
      : `The embedded origin listens at ${originUrl}. Keys: demo_free demo_hobby demo_pro demo_sharp demo_enterprise.`,
    '',
    'Try:',
    `  curl -s ${url}/graphql -H "x-api-key: ${key}" -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify({ query })}'`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

main().catch((error: NodeJS.ErrnoException) => {
  const cannotListen = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  const isExpected = error instanceof ConfigError || cannotListen;
  process.stderr.write(`${isExpected ? error.message : (error.stack ?? error.message)}\n`);
  process.exitCode = 1;
});
