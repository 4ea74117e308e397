import type { Fault } from './fault-proxy.ts';

/** Never responds. */
export const hang: Fault = () => {};

/** Responds with the given status. */
export function answer(
  status: number,
  body: unknown = { error: { code: 'internal_error', message: 'Broken inside at 10.1.2.3.' } },
  headers: Record<string, string> = {},
): Fault {
  return ({ response }) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  };
}

/** Responds with an HTML page, as a proxy in between might. */
export function html(status: number): Fault {
  return ({ response }) => {
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<html><body><h1>Bad Gateway</h1> upstream 10.1.2.3:8443</body></html>');
  };
}

/** Closes the connection without a response. */
export const cut: Fault = ({ response }) => {
  response.socket?.destroy();
};

/** Closes the connection in the middle of the body. */
export const cutInBody: Fault = async ({ response, forward }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
};

/** Responds with only the first half of the JSON. */
export const truncate: Fault = async ({ response, forward }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers).end(body.slice(0, body.length / 2));
};

/** Responds normally after `released` resolves. `onForwarded` is called once the origin has responded. */
export function holdUntil(released: Promise<unknown>, onForwarded = () => {}): Fault {
  return async ({ response, forward }) => {
    const { status, headers, body } = await forward();
    onForwarded();
    await released;
    response.writeHead(status, headers).end(body);
  };
}

/** Responds with an empty body. */
export function empty(status: number, headers: Record<string, string> = {}): Fault {
  return ({ response }) => {
    response.writeHead(status, headers).end();
  };
}

/** Responds with 429, as a service whose rate limit is exceeded. */
export function rateLimited(headers: Record<string, string> = {}): Fault {
  return answer(429, { error: { code: 'rate_limited', message: 'Slow down, demo_pro.' } }, headers);
}
