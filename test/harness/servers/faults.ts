import type { Fault } from './fault-proxy.ts';

/** Never answers. */
export const hang: Fault = () => {};

/** Answers with a status of its own. */
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

/** Answers with a page that a proxy in between might send. */
export function html(status: number): Fault {
  return ({ response }) => {
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<html><body><h1>Bad Gateway</h1> upstream 10.1.2.3:8443</body></html>');
  };
}

/** Cuts the connection before any answer. */
export const cut: Fault = ({ response }) => {
  response.socket?.destroy();
};

/** Begins to answer, then cuts the connection. */
export const cutInBody: Fault = async ({ response, forward }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
};

/** Answers with half the JSON, as if that were all. */
export const truncate: Fault = async ({ response, forward }) => {
  const { status, headers, body } = await forward();
  response.writeHead(status, headers).end(body.slice(0, body.length / 2));
};

/** Answers in full, but only once `released` resolves. */
export function holdUntil(released: Promise<unknown>): Fault {
  return async ({ response, forward }) => {
    const { status, headers, body } = await forward();
    await released;
    response.writeHead(status, headers).end(body);
  };
}

/** Answers with nothing at all. */
export function empty(status: number, headers: Record<string, string> = {}): Fault {
  return ({ response }) => {
    response.writeHead(status, headers).end();
  };
}

/** Answers with the origin's JSON as `change` leaves it. */
export function rewrite<Body>(change: (body: Body) => unknown): Fault {
  return async ({ response, forward }) => {
    const { status, headers, body } = await forward();
    const parsed: Body = JSON.parse(body);
    response.writeHead(status, headers).end(JSON.stringify(change(parsed)));
  };
}

/** Refuses as a service does whose budget is used up. */
export function rateLimited(headers: Record<string, string> = {}): Fault {
  return answer(429, { error: { code: 'rate_limited', message: 'Slow down, demo_pro.' } }, headers);
}
