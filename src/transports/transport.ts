import type { Authenticator } from '../access/authenticator.ts';
import type { AdmissionControl } from '../execution/limits/admission-control.ts';
import type { Execution } from '../execution/run-operation.ts';
import type { ToolDocuments } from '../mcp/tool-documents.ts';
import type { Log } from '../observability/log.ts';
import type { Services } from '../resolvers/context.ts';
import type { RequestDocuments, TrustedDocumentsOptions } from './documents/request-documents.ts';
import type { ByteLedger } from './response/byte-ledger.ts';
import type { UnsentResponses } from './response/unsent-responses.ts';
import type { StreamPeers } from './sse/replicas/stream-peers.ts';
import type { SseConnections } from './sse/sse-connections.ts';

/** What the GraphQL endpoints are told by whoever starts the server. */
export interface GraphOptions {
  /** What resolvers use, for instance the client of upstream. */
  readonly services: Services;
  /** Finds out who sends a request. */
  readonly authenticator: Authenticator;
  /** Operations that take this long get another log line, which says what they waited for. */
  readonly slowMs: number;
  /** Bounds how much is executed at a time. */
  readonly admission: AdmissionControl;
  /** The request headers that are filled in when GraphiQL opens. */
  readonly exampleHeaders: Readonly<Record<string, string>>;
  /** Hosts that may be called: `host`, `host:port` or `host:*`, as in the variable `CALLBACK_HOSTS`. */
  readonly callbackHosts: readonly string[];
  /** Forwards requests to the replica that holds their event stream; null without Redis. */
  readonly peers: StreamPeers | null;
  readonly trustedDocuments: TrustedDocumentsOptions;
  /** What agents may call and read at `/mcp`; null if that is not served. */
  readonly toolDocuments: ToolDocuments | null;
  /** The address that the server listens on. */
  readonly host: string;
  /** CORS origins allowed with credentials; null allows any origin without credentials. */
  readonly corsOrigins: readonly string[] | null;
  readonly log: Log;
}

/** What `openGraph` makes of them, which all transports share. */
export interface TransportOptions extends Execution, GraphOptions {
  /** Finds the text of the document that a request names. */
  readonly requestDocuments: RequestDocuments;
  /** The schema for tools that don't know federation. */
  readonly plainSchema: () => string;
  /** All open event streams. */
  readonly connections: SseConnections;
  /** About how many bytes operations on streams of many take: requests that wait for their turn, and unsent results. */
  readonly operationBytes: ByteLedger;
  /** Limits how many bytes of responses clients have not read yet. */
  readonly unsentResponses: UnsentResponses;
}
