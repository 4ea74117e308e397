import type { Logger } from 'pino';
import { Authenticator } from './access/authenticator.ts';
import { Credential } from './access/credential.ts';
import { TierLookup } from './access/tier-lookup.ts';
import { type ViewerOptions, Viewers } from './access/viewers/viewers.ts';
import type { BoardOptions } from './board/board-options.ts';
import type { BoardPage } from './board/board-page.ts';
import { TrustedDocuments } from './execution/documents/trusted-documents.ts';
import { AdmissionControl, type AdmissionLimits } from './execution/limits/admission-control.ts';
import type { HistoryOptions, HistoryParts } from './history/open-history.ts';
import { LiveHub } from './live/stream/live-hub.ts';
import type { LiveOptions } from './live/stream/live-options.ts';
import { RecordedBooks } from './loaders/history/past.ts';
import { KnownSportsbooks } from './loaders/sportsbook-tiers.ts';
import type { ToolDocuments } from './mcp/tool-documents.ts';
import { type Log, ThrottledLog } from './observability/log.ts';
import type { Tracing } from './observability/tracing/tracing.ts';
import { listedNames } from './resolvers/names/listed-names.ts';
import { Scheduler } from './scheduling/scheduler.ts';
import type { TrustedDocumentsOptions } from './transports/documents/request-documents.ts';
import { type Listener, listen } from './transports/http/listener.ts';
import { OutageLog } from './upstream/outage-log.ts';
import { Upstream, type UpstreamOptions } from './upstream/upstream.ts';

export interface AppOptions
  extends Omit<UpstreamOptions, 'log' | 'scheduler' | 'sharedCache'>,
    Omit<LiveOptions, 'outage' | 'scheduler' | 'relay' | 'viewerKeys'> {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether introspection is allowed; true by default. */
  readonly introspection?: boolean;
  /** Whether responses say what made an operation expensive; true by default. */
  readonly hints?: boolean;
  /** The API key in GraphiQL's headers, if API keys are accepted; empty by default. */
  readonly exampleKey?: string;
  /** Hosts that subscriptions over the HTTP callback protocol may call; `127.0.0.1` and `localhost` by default. */
  readonly callbackHosts?: readonly string[];
  /** How much may be executed at a time; derived from the heap size by default. */
  readonly admissionLimits?: Partial<AdmissionLimits>;
  /** How viewers, the operator's end users, are authenticated by a JWT; null or left out if there are none. */
  readonly viewers?: ViewerOptions | null;
  /** Whether callers may send an API key of their own for the odds service; true by default. */
  readonly acceptsApiKeys?: boolean;
  /** CORS origins allowed with credentials; by default any origin is allowed without credentials. */
  readonly corsOrigins?: readonly string[] | null;
  /** GraphQL documents that the operator has published, and clients may name by id; none if left out. */
  readonly trustedDocuments?: TrustedDocumentsOptions | null;
  /** Whether agents may call tools at `/mcp`; true by default. */
  readonly mcp?: boolean;
  /** What the live board (a web page with live odds) offers; null or left out: no board. */
  readonly board?: Omit<BoardOptions, 'acceptsApiKeys'> | null;
  /** The Redis over which replicas share what `openRedis` says; none if left out. */
  readonly redisUrl?: string | null;
  /** Only replicas with the same prefix share anything. */
  readonly redisPrefix?: string;
  /** Operations that take this many milliseconds are logged with what they waited for; 1,000 by default. */
  readonly slowMs?: number;
  /** Which prices are kept over time; null or left out if none are. */
  readonly history?: (Omit<HistoryOptions, 'credential'> & { readonly apiKey: string }) | null;
  /** Records traces; null or left out if nothing is traced. */
  readonly tracing?: Tracing | null;
  readonly log: Logger;
}

const DEFAULTS = {
  introspection: true,
  hints: true,
  exampleKey: '',
  callbackHosts: ['127.0.0.1', 'localhost'],
  acceptsApiKeys: true,
  corsOrigins: null,
  mcp: true,
  redisPrefix: 'oddsgraph',
  slowMs: 1_000,
} satisfies Partial<AppOptions>;

type Options = AppOptions & Required<Pick<AppOptions, keyof typeof DEFAULTS>>;

export type App = Pick<Listener, 'url' | 'announceStop' | 'stop'>;

/** Starts the GraphQL server in front of the odds service ("upstream"), which speaks REST and SSE. */
export async function startApp(given: AppOptions): Promise<App> {
  const options: Options = { ...DEFAULTS, ...given };
  const { acceptsApiKeys, clock, hints, introspection, tracing = null } = options;
  // Before anything is logged: esbuild, which bundles the board's page, makes standard error blocking while it runs.
  const published = await publishedOf(options);
  const log = ThrottledLog.start(options.log, clock);
  const scheduler = new Scheduler(clock);
  const { relay, sharedCache, budgets, peers, stop: stopRedis } = await openRedis(options, log);
  const upstream = new Upstream({ ...options, log, scheduler, sharedCache });
  const tiers = new TierLookup(upstream, clock);
  const viewers = options.viewers ? new Viewers(options.viewers, clock, log, budgets) : null;
  const viewerKeys = new Set(viewers?.apiKeyHashes.values());
  const parts = { scheduler, relay, viewerKeys, outage: new OutageLog(log, 'streams', clock) };
  const live = new LiveHub({ ...options, ...parts }, tiers, upstream);
  // The API key with this hash may have been revoked, so its upstream streams are checked at once.
  upstream.namespaces.onRevoke((hash) => void live.recheck(hash));
  const past = await openPast(options, { live, upstream, clock, log });
  const services = {
    upstream,
    tiers,
    live,
    past,
    viewers,
    clock,
    scheduler,
    acceptsApiKeys,
    introspection,
    hints,
    listedNames: listedNames(clock),
    sportsbooks: new KnownSportsbooks(clock),
    tracing,
  };
  const close = async () => {
    await past?.history.stop();
    live.close();
    viewers?.stop();
    await upstream.close();
    await stopRedis();
    log.stop();
  };
  const listener = await listen({
    ...httpOptionsOf(options),
    ...published,
    services,
    authenticator: authenticatorOf(options, viewers),
    peers,
    log,
  }).catch(async (error) => {
    await close();
    throw error;
  });
  viewers?.start();
  past?.history.start(); // Only now: merging its first board would delay the server.
  relay?.onRedisOutage(() => listener.disconnectSubscribers());
  return {
    ...listener,
    // The listener ends event streams first, so that their clients reconnect to another process.
    stop: () => listener.stop().then(close),
  };
}

/** The options of the HTTP server. */
function httpOptionsOf(options: Options) {
  const { host, port, callbackHosts, slowMs, corsOrigins } = options;
  const admission = new AdmissionControl(options.clock, options.admissionLimits);
  const exampleHeaders: Readonly<Record<string, string>> = options.acceptsApiKeys
    ? { 'x-api-key': options.exampleKey }
    : { authorization: 'Bearer ' };
  return { admission, host, port, callbackHosts, slowMs, corsOrigins, exampleHeaders };
}

function authenticatorOf(options: Options, viewers: Viewers | null): Authenticator {
  const { acceptsApiKeys, corsOrigins } = options;
  const name = options.viewers?.cookie;
  const cookie = name ? { name, origins: corsOrigins ?? [] } : null;
  return new Authenticator({ tokens: viewers?.tokens ?? null, acceptsApiKeys, cookie });
}

/**
 * The live board, the tools of agents, and the trusted documents, which include the operations of both. The code of board
 * and tools is loaded only if they are served.
 */
async function publishedOf(options: Options): Promise<{
  readonly board: BoardPage | null;
  readonly toolDocuments: ToolDocuments | null;
  readonly trustedDocuments: TrustedDocumentsOptions;
}> {
  const { acceptsApiKeys, board = null, mcp, trustedDocuments } = options;
  const { documents = new TrustedDocuments([]), only = false } = trustedDocuments ?? {};
  const page = board && (await import('./board/board-page.ts'));
  const toolDocuments = mcp ? (await import('./mcp/tool-documents.ts')).toolDocuments() : null;
  const own = [...(page?.boardDocuments() ?? []), ...(toolDocuments?.trusted ?? [])];
  return {
    board: board && page && (await page.openBoardPage({ ...board, acceptsApiKeys })),
    toolDocuments,
    trustedDocuments: { documents: documents.with(own), only },
  };
}

/** Prices over time. Their code, and that of a database, is loaded only if they are kept. */
async function openPast(
  { history: options }: Options,
  { upstream, ...parts }: HistoryParts & { readonly upstream: Upstream },
) {
  if (!options) return null;
  const { openHistory } = await import('./history/open-history.ts');
  const credential = new Credential(options.apiKey);
  return {
    history: await openHistory({ ...options, credential }, parts),
    books: new RecordedBooks(upstream, credential, parts.clock),
  };
}

const NOT_SHARED = { relay: null, sharedCache: null, budgets: null, peers: null, stop() {} };

/**
 * What replicas share over Redis: upstream's streams, its responses, viewers' budgets, and clients' event streams.
 * Starts to connect. Without a URL nothing is shared, and the modules that need Redis are not loaded.
 */
async function openRedis(options: Options, log: Log) {
  const { redisUrl: url, redisPrefix: prefix, clock, baseUrl: upstreamUrl } = options;
  if (!url) return NOT_SHARED;
  const { Relay } = await import('./live/relay/relay.ts');
  const { RedisCache } = await import('./upstream/shared/redis/redis-cache.ts');
  const { RedisConnection } = await import('./redis/redis-connection.ts');
  const { RedisBudgets } = await import('./access/viewers/redis-budgets.ts');
  const { StreamPeers } = await import('./transports/sse/replicas/stream-peers.ts');
  const redis = { url, prefix, upstreamUrl, clock, log };
  const relay = new Relay({ ...redis, tracing: options.tracing ?? null });
  const sharedCache = new RedisCache(redis);
  const budgets = options.viewers ? new RedisBudgets(new RedisConnection(redis), redis) : null;
  const peers = new StreamPeers(redis);
  return {
    relay,
    sharedCache,
    budgets,
    peers,
    /** Lets other replicas take over this one's streams, all of which must be closed first. */
    async stop() {
      await relay.stop();
      peers.stop();
      budgets?.close();
      sharedCache.close();
    },
  };
}
