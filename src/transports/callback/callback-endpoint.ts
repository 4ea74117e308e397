import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { badUserInput, type OddsgraphError } from '../../errors/errors.ts';

/** Where a router receives the messages of a subscription, by the HTTP callback protocol 1.0. */
export interface CallbackEndpoint {
  readonly url: URL;
  /** The router's id for the subscription. */
  readonly id: string;
  /** Sent with every message: proves to the router that it comes from the server it asked. */
  readonly verifier: string;
  /** The interval at which the router expects a heartbeat; 0 for none. */
  readonly heartbeatMs: number;
}

const EXTENSION = 'extensions.subscription';

/** Advice in error messages, for routers that are not in callback mode and for clients that are not routers. */
export const ROUTER_SETUP =
  'a router needs callback mode. In Apollo Router set "subscription.mode.callback", in Hive ' +
  'Gateway "subscriptions: { kind: \'http-callback\' }", and list its host in CALLBACK_HOSTS. ' +
  'Without a router, or for subscriptions over SSE, use /graphql';

const URL_RULE = 'must be an http or https URL of a host that CALLBACK_HOSTS allows';
const TEXT_RULE = 'must be a string of 1 to 2000 characters';
const Text = Type.String({ minLength: 1, maxLength: 2_000 });

const Extension = Compile(
  Type.Object({
    callbackUrl: Text,
    subscriptionId: Text,
    verifier: Text,
    heartbeatIntervalMs: Type.Union([
      Type.Literal(0),
      Type.Integer({ minimum: 100, maximum: 24 * 60 * 60_000 }),
    ]),
  }),
);

/** What error messages say about each field. */
const RULES = new Map([
  ['callbackUrl', URL_RULE],
  ['subscriptionId', TEXT_RULE],
  ['verifier', TEXT_RULE],
  ['heartbeatIntervalMs', 'must be 0, or a whole number from 100 to 86400000'],
]);

/** Host names of this machine. `URL` normalises other spellings of its loopback addresses to these. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Reads `extensions.subscription` of a router's request. To prevent server-side request forgery, only URLs of
 * `hosts` (from the variable `CALLBACK_HOSTS`) are accepted: `host:port` allows one port and `host:*` all ports. A
 * host without a port allows the default port of the URL's scheme, or all ports if it is a loopback host. Throws
 * `BAD_USER_INPUT`.
 */
export function readCallbackRequest(
  extension: unknown,
  hosts: ReadonlySet<string>,
): CallbackEndpoint {
  if (!Extension.Check(extension)) throw invalidExtension(extension);
  const { callbackUrl, subscriptionId, verifier, heartbeatIntervalMs } = extension;
  const url = URL.parse(callbackUrl);
  if (url === null || !isAllowed(url, hosts)) {
    throw badUserInput(`${EXTENSION}.callbackUrl`, URL_RULE);
  }
  return { url, id: subscriptionId, verifier, heartbeatMs: heartbeatIntervalMs };
}

function invalidExtension(extension: unknown): OddsgraphError {
  for (const { keyword, instancePath, params } of Extension.Errors(extension)) {
    const field = keyword === 'required' ? params.requiredProperties[0] : instancePath.slice(1);
    const rule = RULES.get(field ?? '');
    if (rule !== undefined) return badUserInput(`${EXTENSION}.${field}`, rule);
  }
  return badUserInput(EXTENSION, `is required for a subscription to /subgraph: ${ROUTER_SETUP}`);
}

function isAllowed({ hostname, port, protocol }: URL, hosts: ReadonlySet<string>): boolean {
  if (!/^https?:$/.test(protocol)) return false;
  const defaultPort = protocol === 'https:' ? '443' : '80'; // `URL` omits it.
  return (
    hosts.has(`${hostname}:${port || defaultPort}`) ||
    hosts.has(`${hostname}:*`) ||
    (hosts.has(hostname) && (port === '' || LOOPBACK.test(hostname)))
  );
}
