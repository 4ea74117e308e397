import { setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import type { ViewerOptions } from './access/viewers/viewers.ts';
import { startApp } from './app.ts';
import type { BoardOptions } from './board/board-options.ts';
import { type Config, readConfig } from './config.ts';
import { TIERS } from './contract/tiers.ts';
import { asError } from './errors/errors.ts';
import { Documents } from './execution/documents/documents.ts';
import { ManifestError, TrustedDocuments } from './execution/documents/trusted-documents.ts';
import { describeError } from './observability/log.ts';
import type { Tracing } from './observability/tracing/tracing.ts';
import type { TracingConfig } from './observability/tracing/tracing-config.ts';
import { LogDestination } from './process/log-destination.ts';
import { ConfigError } from './process/read-variable.ts';
import { startProblem } from './process/start-problem.ts';
import { executableSchema } from './resolvers/schema.ts';
import { systemClock } from './scheduling/clock.ts';
import type { TrustedDocumentsOptions } from './transports/documents/request-documents.ts';

/**
 * The API key that the examples use. The embedded origin accepts it: the simulated odds service that runs in
 * this process when no UPSTREAM_URL is configured.
 */
const EXAMPLE_KEY = 'demo_pro';

/** The API keys of the embedded origin, by tier. */
const DEMO_KEYS = Object.fromEntries(TIERS.map((tier) => [tier, `demo_${tier}`]));

/** After how many milliseconds a stop is cut off: requests in progress may take 12 seconds of it. */
const STOP_MS = 15_000;

/** The signals with which terminals and supervisors stop a process; SIGHUP if the terminal is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Within this time, a second signal is a duplicate: a terminal signals npm as well, which forwards its signal. */
const DUPLICATE_MS = 1_000;

async function main(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: JavaScript takes times without a zone, which upstream may send, for this one's.
  process.env['TZ'] = 'UTC';
  const config = readConfig();
  const logDestination = new LogDestination(process.stderr);
  const log = pino({ level: config.logLevel, serializers: { err: describeError } }, logDestination);
  const clock = systemClock;
  collectDefaultMetrics();
  const trustedDocuments = trustedDocumentsOf(config);
  const origin = config.upstreamUrl === null ? await embeddedOrigin(config, log) : null;
  const tracing = config.tracing && (await tracingTo(config.tracing, log));
  const app = await startApp({
    ...config,
    baseUrl: config.upstreamUrl ?? new URL(origin?.url ?? ''),
    clock,
    viewers: viewersOf(config, origin),
    history: config.history && { ...config.history, past: origin?.past ?? null },
    trustedDocuments,
    board: config.board ? boardOf(config, origin) : null,
    ...(origin !== null && { exampleKey: EXAMPLE_KEY }),
    tracing,
    log,
  });
  const logError = (error: unknown) => log.fatal({ err: asError(error) }, 'stopped by an error');
  const { close } = closeWithGrace(
    {
      delay: STOP_MS,
      logger: { error: logError },
      onSecondError: logError,
      skip: [...STOP_SIGNALS],
      onTimeout: (ms) => log.error({ ms }, 'the stop took too long'),
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
    await pause(config.lateRequestsMs);
    log.info('draining');
    void close();
  });
  log.info({ url: app.url }, 'listening');
  process.stdout.on('error', () => {}); // Nobody reads it. The log has the address, too.
  process.stdout.write(greeting(app.url, origin?.url ?? null, config));
}

/** Calls `stop` on the first signal. A second one that is not a duplicate exits at once. */
function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let firstAt: number | null = null;
  const receive = (signal: NodeJS.Signals) => {
    if (firstAt === null) {
      firstAt = performance.now();
      stop(signal);
    } else if (performance.now() - firstAt > DUPLICATE_MS) {
      process.exit(1);
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, receive);
}

/** Starts the embedded origin. Its code is loaded only here, where no UPSTREAM_URL is configured. */
async function embeddedOrigin(config: Config, log: Logger) {
  const { originFeed, originSeed, originPort, developmentIssuer, history } = config;
  // A database that outlives the process would get another past at each start.
  const pastHours = history?.url === null ? config.originHistoryHours : 0;
  const { openFeed } = await import('./origin/feeds/open-price-feed.ts');
  const { startOrigin } = await import('./origin/origin.ts');
  let feed: ReturnType<typeof openFeed>;
  try {
    feed = openFeed({ clock: systemClock, feed: originFeed, seed: originSeed, pastHours });
  } catch (error) {
    throw new ConfigError(`ORIGIN_FEED cannot be read: ${asError(error).message}`);
  }
  const origin = await startOrigin({
    clock: systemClock,
    feed,
    port: originPort,
    issuesTokens: developmentIssuer,
    logger: log.child({}, { level: 'error' }),
  });
  return { ...origin, past: feed.past ?? null };
}

/** Starts to export traces. The code of OpenTelemetry is loaded only here. */
async function tracingTo(config: TracingConfig, log: Logger): Promise<Tracing> {
  const { openTracing } = await import('./observability/tracing/opentelemetry/open-tracing.ts');
  return openTracing(config, log);
}

type EmbeddedOrigin = Awaited<ReturnType<typeof embeddedOrigin>>;

/** What the page at `/` offers to everybody: the embedded origin's keys and tokens. */
function boardOf(
  { acceptsApiKeys }: Config,
  origin: EmbeddedOrigin | null,
): Omit<BoardOptions, 'acceptsApiKeys'> {
  const demoKeys = origin !== null && acceptsApiKeys ? DEMO_KEYS : {};
  return { demoKeys, issuesTokens: Boolean(origin?.tokenIssuer) };
}

/** Null if nobody issues tokens for viewers: users of this server's operator, who have no API key of their own. */
function viewersOf({ viewers }: Config, origin: EmbeddedOrigin | null): ViewerOptions | null {
  const issuer = viewers.tokenIssuer ?? origin?.tokenIssuer ?? null;
  return issuer && { ...viewers, ...issuer };
}

function trustedDocumentsOf(config: Config): TrustedDocumentsOptions | null {
  const { trustedDocuments: path, trustedDocumentsOnly: only } = config;
  if (path === null) return null;
  try {
    const { introspection } = config;
    const documents = new Documents(executableSchema(), { introspection });
    return { documents: TrustedDocuments.read(path, documents), only };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    throw new ConfigError(`TRUSTED_DOCUMENTS cannot be read: ${error.message}`);
  }
}

function greeting(url: string, originUrl: string | null, config: Config): string {
  const key = originUrl === null ? '$API_KEY' : EXAMPLE_KEY;
  const credential = config.acceptsApiKeys ? `x-api-key: ${key}` : 'authorization: Bearer $TOKEN';
  const query =
    '{ events(first: 3, filter: { live: false }) { nodes { name odds(filter: { markets: ["moneyline"] }) { sportsbookId selection price { american } } } } }';
  const keys = config.acceptsApiKeys ? ` Keys: ${Object.values(DEMO_KEYS).join(' ')}.` : '';
  const isTokenNeeded = !config.acceptsApiKeys && config.developmentIssuer;
  const attempt = [
    ...(isTokenNeeded ? ['  TOKEN=$(npm run -s token -- --tier pro)'] : []),
    `  curl -s ${url}/graphql -H "${credential}" -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify({ query })}'`,
  ];
  const lines = [
    '',
    `Oddsgraph is listening at ${url}/graphql${config.introspection ? ' (GraphiQL in a browser)' : ''}; routers use ${url}/subgraph.`,
    originUrl === null
      ? 'Its upstream is the service at UPSTREAM_URL.'
      : `The embedded origin is listening at ${originUrl}.${keys}`,
    '',
    ...(config.trustedDocumentsOnly ? [] : ['Try:', ...attempt, '']),
  ];
  return `${lines.join('\n')}\n`;
}

main().catch((error: NodeJS.ErrnoException) => {
  // What has been started, such as connections to Redis, would keep the process running.
  process.stderr.write(`${startProblem(error, () => readConfig().port)}\n`, () => process.exit(1));
});
