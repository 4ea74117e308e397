import type { preHandlerHookHandler } from 'fastify';

/**
 * A router that subscribes over the HTTP callback protocol names the address to call. Left to the
 * caller, that is a way into the network that this server stands in: only hosts on the list are
 * called, and anything else is refused before it is looked at.
 */
export function refuseForeignCallbacks(hosts: readonly string[]): preHandlerHookHandler {
  const allowed = new Set(hosts);
  return (request, reply, done) => {
    for (const url of callbackUrls(request.body)) {
      if (isAllowed(url, allowed)) continue;
      const argument = 'extensions.subscription.callbackUrl';
      const message = `Argument "${argument}" must be an http or https address of an allowed host.`;
      reply
        .status(400)
        .send({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT', argument } }] });
      return;
    }
    done();
  };
}

/** The addresses under both names that the protocol has had. */
function callbackUrls(body: unknown): unknown[] {
  const subscription = propertyOf(propertyOf(body, 'extensions'), 'subscription');
  if (typeof subscription !== 'object' || subscription === null) return [];
  const urls = [propertyOf(subscription, 'callbackUrl'), propertyOf(subscription, 'callback_url')];
  const named = urls.filter((url) => url !== undefined);
  return named.length > 0 ? named : [null];
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function isAllowed(url: unknown, allowed: ReadonlySet<string>): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) && allowed.has(hostname);
}
