import { badUserInput } from '../../errors.ts';

/** Where a router wants the messages of a subscription, by the HTTP callback protocol 1.0. */
export interface CallbackRequest {
  readonly url: URL;
  readonly id: string;
  /** Goes along with every message, and proves to the router who sends it. */
  readonly verifier: string;
  /** How often the router wants to be asked whether it still listens; 0 for never. */
  readonly heartbeatMs: number;
}

const EXTENSION = 'extensions.subscription';

/** For whoever set up a router that subscribes in another way, or subscribes here without a router. */
export const ROUTER_SETUP =
  'a router sends it in callback mode. In Apollo Router set "subscription.mode.callback", in Hive ' +
  'Gateway "subscriptions: { kind: \'http-callback\' }", and name its host in CALLBACK_HOSTS. ' +
  'Without a router, or for subscriptions over SSE, use /graphql';

const TEXT_LENGTH_MAX = 2_000;
const HEARTBEAT_MS_MIN = 100;
const HEARTBEAT_MS_MAX = 24 * 60 * 60_000;

/** Names and addresses of this machine: `URL` writes every other spelling of these addresses so. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Reads the extension by which a router subscribes. It names the address to call: left to the
 * caller, that is a way into the network that this server stands in. So only `hosts` are called:
 * `host:port` on that port, `host:*` on any, and a host without a port on the default port of the
 * scheme, or on any where it is this machine. Throws `BAD_USER_INPUT`.
 */
export function readCallbackRequest(
  extension: unknown,
  hosts: ReadonlySet<string>,
): CallbackRequest {
  if (typeof extension !== 'object' || extension === null) {
    throw badUserInput(EXTENSION, `is required for a subscription to /subgraph: ${ROUTER_SETUP}`);
  }
  const given = new Map<string, unknown>(Object.entries(extension));
  return {
    url: allowedUrl(given.get('callbackUrl'), hosts),
    id: text('subscriptionId', given),
    verifier: text('verifier', given),
    heartbeatMs: heartbeat(given.get('heartbeatIntervalMs')),
  };
}

function allowedUrl(value: unknown, hosts: ReadonlySet<string>): URL {
  const isText = typeof value === 'string' && value.length <= TEXT_LENGTH_MAX;
  const url = isText ? URL.parse(value) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && isListed(url, hosts)) return url;
  throw badUserInput(
    `${EXTENSION}.callbackUrl`,
    'must be an http or https address of a host that CALLBACK_HOSTS allows',
  );
}

function isListed({ hostname, port, protocol }: URL, hosts: ReadonlySet<string>): boolean {
  const defaultPort = protocol === 'https:' ? '443' : '80'; // `URL` leaves it out.
  return (
    hosts.has(`${hostname}:${port || defaultPort}`) ||
    hosts.has(`${hostname}:*`) ||
    (hosts.has(hostname) && (port === '' || LOOPBACK.test(hostname)))
  );
}

function text(name: string, given: ReadonlyMap<string, unknown>): string {
  const value = given.get(name);
  if (typeof value === 'string' && value !== '' && value.length <= TEXT_LENGTH_MAX) return value;
  throw badUserInput(
    `${EXTENSION}.${name}`,
    `must be a string of 1 to ${TEXT_LENGTH_MAX} characters`,
  );
}

function heartbeat(value: unknown): number {
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (isWhole && (value === 0 || (value >= HEARTBEAT_MS_MIN && value <= HEARTBEAT_MS_MAX))) {
    return value;
  }
  throw badUserInput(
    `${EXTENSION}.heartbeatIntervalMs`,
    `must be 0, or a whole number from ${HEARTBEAT_MS_MIN} to ${HEARTBEAT_MS_MAX}`,
  );
}
