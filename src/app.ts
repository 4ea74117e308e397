import type { Logger } from 'pino';
import { Authenticator } from './access/authenticator.ts';
import { TierLookup } from './access/tier-lookup.ts';
import { type ViewerOptions, Viewers } from './access/viewers/viewers.ts';
import type { BoardPage } from './board/board-page.ts';
import { TrustedDocuments } from './execution/documents/trusted-documents.ts';
import { AdmissionControl, type AdmissionLimits } from './execution/limits/admission-control.ts';
import { LiveHub } from './live/stream/live-hub.ts';
import type { LiveOptions } from './live/stream/live-options.ts';
import { ThrottledLog } from './log.ts';
import { openRedis } from './redis-services.ts';
import { Scheduler } from './scheduler.ts';
import type { Tracing } from './tracing/tracing.ts';
import { type Listener, listen } from './transports/http/listener.ts';
import type { TrustedDocumentsOptions } from './transports/http/resolve-trusted-documents.ts';
import { UpstreamClient, type UpstreamOptions } from './upstream/client.ts';
import { OutageLog } from './upstream/outage.ts';
import { Upstream } from './upstream/upstream.ts';

export interface AppOptions
  extends Omit<UpstreamOptions, 'log' | 'scheduler' | 'sharedCache'>,
    Omit<LiveOptions, 'log' | 'scheduler' | 'relay'> {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether introspection is allowed; true by default. */
  readonly introspection?: boolean;
  /** Whether responses say what made an operation expensive; true by default. */
  readonly hints?: boolean;
  /** The API key in GraphiQL's headers, if API keys are accepted; empty by default. */
  readonly exampleKey?: string;
  /** Hosts that subscriptions over the HTTP callback protocol may call; loopback by default. */
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
  /** API keys, by tier, that the live board (a web page with live odds) offers; null or left out: no board. */
  readonly board?: { readonly demoKeys: Readonly<Record<string, string>> } | null;
  /** The Redis over which replicas share upstream's streams and responses, and viewers' budgets; none if left out. */
  readonly redisUrl?: string | null;
  /** Only replicas with the same prefix share anything. */
  readonly redisPrefix?: string;
  /** Operations that take this many milliseconds are logged with what they waited for; 1,000 by default. */
  readonly slowMs?: number;
  /** Records traces; null or left out if nothing is traced. */
  readonly tracing?: Tracing | null;
  readonly log: Logger;
}

const LOOPBACK = ['127.0.0.1', 'localhost'];

const SLOW_MS = 1_000;

export type App = Pick<Listener, 'url' | 'announceStop' | 'stop'>;

/** Starts the GraphQL server in front of the odds service ("upstream"), which speaks REST and SSE. */
export async function startApp(options: AppOptions): Promise<App> {
  const { clock, hints = true, tracing = null } = options;
  // To bundle the board's page, a child process runs that inherits standard error and makes it blocking. It must
  // have ended before the first log line.
  const board = await openBoard(options);
  const log = ThrottledLog.start(options.log, clock);
  const scheduler = new Scheduler(clock);
  const admission = new AdmissionControl(clock, options.admissionLimits);
  const redis = await openRedis(options, log);
  // Shared with other replicas: upstream's streams, its responses, viewers' budgets, and clients' event streams.
  const { relay, sharedCache, limiter, peers } = redis;
  const upstream = new Upstream(new UpstreamClient({ ...options, log, scheduler, sharedCache }));
  const tiers = new TierLookup(upstream, clock);
  const outage = new OutageLog(log, 'streams', clock);
  const viewers = options.viewers ? new Viewers(options.viewers, clock, log, limiter) : null;
  const viewerKeys = new Set(viewers?.apiKeyHashes.values());
  const live = new LiveHub({ ...options, outage, scheduler, relay, viewerKeys }, tiers, upstream);
  // `hash` is of an API key that may have been revoked: its upstream streams are checked at once.
  upstream.client.scopes.onRevoke((hash) => void live.recheck(hash));
  const authenticator = authenticatorOf(options, viewers);
  const services = {
    upstream,
    tiers,
    live,
    viewers,
    sharedCache,
    clock,
    scheduler,
    hints,
    tracing,
  };
  const listener = await listen({
    ...httpOptionsOf(options),
    ...board,
    services,
    admission,
    authenticator,
    peers,
    log,
  });
  viewers?.start();
  relay?.onRedisOutage(() => listener.disconnectSubscribers());
  return {
    url: listener.url,
    announceStop: () => listener.announceStop(),
    async stop() {
      // The listener ends event streams first, so that their clients reconnect to another process.
      await listener.stop();
      live.close();
      viewers?.stop();
      await upstream.client.close();
      await redis.stop();
      log.stop();
    },
  };
}

/** The options that only the HTTP server reads. */
function httpOptionsOf(options: AppOptions) {
  const { host, port, introspection = true, callbackHosts = LOOPBACK } = options;
  const { slowMs = SLOW_MS, corsOrigins = null } = options;
  const exampleHeaders = exampleHeadersOf(options);
  return { host, port, introspection, callbackHosts, slowMs, corsOrigins, exampleHeaders };
}

function authenticatorOf(options: AppOptions, viewers: Viewers | null): Authenticator {
  const { acceptsApiKeys = true, corsOrigins } = options;
  const name = options.viewers?.cookie;
  const cookie = name ? { name, origins: corsOrigins ?? [] } : null;
  return new Authenticator({ tokens: viewers?.tokens ?? null, acceptsApiKeys, cookie });
}

/** The headers that GraphiQL starts with, for the kind of credential that the server accepts. */
function exampleHeadersOf(options: AppOptions): Readonly<Record<string, string>> {
  const { acceptsApiKeys = true, exampleKey = '' } = options;
  return acceptsApiKeys ? { 'x-api-key': exampleKey } : { authorization: 'Bearer ' };
}

/** The live board, and its operations among the trusted documents. Its code is loaded only if it is served. */
async function openBoard(options: AppOptions): Promise<{
  readonly board: BoardPage | null;
  readonly trustedDocuments: TrustedDocumentsOptions | null;
}> {
  const { board = null, trustedDocuments = null, acceptsApiKeys = true } = options;
  if (board === null) return { board, trustedDocuments };
  const { BoardPage } = await import('./board/board-page.ts');
  const { documents = new TrustedDocuments([]), only = false } = trustedDocuments ?? {};
  return {
    board: await BoardPage.open({ ...board, acceptsApiKeys }),
    trustedDocuments: { documents: documents.with(BoardPage.documents()), only },
  };
}
