import { setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import type { ViewerOptions } from './access/viewers/viewers.ts';
import { startApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { TIERS } from './contract/tiers.ts';
import { asError } from './errors.ts';
import { ManifestError, TrustedDocuments } from './execution/documents/trusted-documents.ts';
import { describeError } from './log.ts';
import { LogDestination } from './process/log-destination.ts';
import { onStopSignal, STOP_SIGNALS } from './process/stop-signals.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { TracingConfig } from './tracing/tracing-config.ts';
import type { TrustedDocumentsOptions } from './transports/http/resolve-trusted-documents.ts';

/**
 * The API key that the examples use. The embedded origin accepts it: the simulated odds service that runs in
 * this process when no UPSTREAM_URL is configured.
 */
const EXAMPLE_KEY = 'demo_pro';

/** The API keys of the embedded origin, by tier. */
const DEMO_KEYS = Object.fromEntries(TIERS.map((tier) => [tier, `demo_${tier}`]));

/** How long a shutdown waits for requests in progress, in milliseconds. */
const DRAIN_MS = 15_000;

/**
 * How long new requests are answered after a stop signal, in milliseconds. A load balancer may have chosen
 * this server just before it was told to use another one.
 */
const LATE_REQUESTS_MS = 250;

async function main(): Promise<void> {
  const config = readConfig();
  const logDestination = new LogDestination(process.stderr);
  const serializers = { err: describeError };
  const log = pino({ level: config.logLevel, serializers }, logDestination);
  const clock = systemClock;
  collectDefaultMetrics();
  const origin = config.upstreamUrl === null ? await embeddedOrigin(config) : null;
  const tracing = config.tracing && (await tracingTo(config.tracing, log));
  const app = await startApp({
    host: config.host,
    port: config.port,
    baseUrl: config.upstreamUrl ?? new URL(origin?.url ?? ''),
    clock,
    introspection: config.introspection,
    hints: config.hints,
    callbackHosts: config.callbackHosts,
    slowMs: config.slowMs,
    viewers: viewersOf(config, origin),
    acceptsApiKeys: config.acceptsApiKeys,
    corsOrigins: config.corsOrigins,
    trustedDocuments: trustedDocumentsOf(config),
    redisUrl: config.redisUrl,
    redisPrefix: config.redisPrefix,
    board: config.board ? { demoKeys: origin === null ? {} : DEMO_KEYS } : null, // The page at `/`.
    ...(origin !== null && { exampleKey: EXAMPLE_KEY }),
    tracing,
    log,
  }).catch(async (error) => {
    await origin?.stop(); // It would keep the process running.
    throw error;
  });
  const { close } = closeWithGrace(
    {
      delay: DRAIN_MS,
      logger: false,
      skip: [...STOP_SIGNALS],
      onTimeout: (ms) => log.error({ ms }, 'stopped before all requests were answered'),
    },
    async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'stopping after an error');
      await app.stop();
      await tracing?.stop();
      await origin?.stop();
      log.info('stopped');
      await logDestination.flush();
    },
  );
  onStopSignal(async (signal) => {
    log.info({ signal }, 'stopping');
    app.announceStop();
    await pause(LATE_REQUESTS_MS);
    log.info('draining');
    void close();
  });
  log.info({ url: app.url }, 'listening');
  process.stdout.write(greeting(app.url, origin?.url ?? null, config.introspection));
}

/** Starts the embedded origin. Its code is loaded only here, where no UPSTREAM_URL is configured. */
async function embeddedOrigin(config: Config) {
  const { originFeed, originSeed, originPort, developmentIssuer } = config;
  const { openFeed } = await import('./origin/feeds/open-price-feed.ts');
  const { startOrigin } = await import('./origin/origin.ts');
  let feed: ReturnType<typeof openFeed>;
  try {
    feed = openFeed({ clock: systemClock, feed: originFeed, seed: originSeed });
  } catch (error) {
    throw new ConfigError(`ORIGIN_FEED cannot be read: ${asError(error).message}`);
  }
  return startOrigin({
    clock: systemClock,
    feed,
    port: originPort,
    issuesTokens: developmentIssuer,
  });
}

/** Starts to export traces. The code of OpenTelemetry is loaded only here. */
async function tracingTo(config: TracingConfig, log: Logger): Promise<Tracing> {
  const { openTracing } = await import('./tracing/opentelemetry/open-tracing.ts');
  return openTracing(config, log);
}

type EmbeddedOrigin = Awaited<ReturnType<typeof embeddedOrigin>>;

/** Null if nobody issues tokens for viewers: users of this server's operator, who have no API key of their own. */
function viewersOf({ viewers }: Config, origin: EmbeddedOrigin | null): ViewerOptions | null {
  const issuer = viewers.tokenIssuer ?? origin?.tokenIssuer ?? null;
  return issuer && { ...viewers, ...issuer };
}

function trustedDocumentsOf(config: Config): TrustedDocumentsOptions | null {
  const { trustedDocuments: path, trustedDocumentsOnly: only } = config;
  if (path === null) return null;
  try {
    return { documents: TrustedDocuments.read(path), only };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    throw new ConfigError(`TRUSTED_DOCUMENTS cannot be read: ${error.message}`);
  }
}

function greeting(url: string, originUrl: string | null, hasGraphiQL: boolean): string {
  const key = originUrl === null ? '$API_KEY' : EXAMPLE_KEY;
  const query =
    '{ events(first: 3, filter: { live: false }) { nodes { name odds(filter: { markets: ["moneyline"] }) { sportsbookId selection price { american } } } } }';
  const lines = [
    '',
    `Oddsgraph is listening at ${url}/graphql${hasGraphiQL ? ' (GraphiQL in a browser)' : ''}; routers use ${url}/subgraph.`,
    originUrl === null
      ? 'Its upstream is the service at UPSTREAM_URL.'
      : `The embedded origin is listening at ${originUrl}. Keys: demo_free demo_hobby demo_pro demo_sharp demo_enterprise.`,
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
