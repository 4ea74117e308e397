/** The server says something every twelve seconds, if only that the connection is alive. */
export const SILENCE_MS = 30_000;

/**
 * Like `fetch`, but an event stream that ends is an error to its reader, and so is a server that says nothing for long. A
 * server that shuts down may end its streams without an error, together with their last events. Then graphql-sse would
 * wait forever for the next ones, as it would on a connection that is dead, or behind a proxy that holds everything back. A
 * refusal is read to its end, since graphql-sse aborts the request before anybody can.
 */
export const fetchUnended: typeof fetch = async (input, init) => {
  const lost = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => lost.abort(), SILENCE_MS);
  };
  listen();
  const signal = AbortSignal.any([lost.signal, ...(init?.signal ? [init.signal] : [])]);
  const sent = fetch(input, { ...init, signal });
  const response = await sent.finally(() => clearTimeout(silence));
  if (!response.ok) return new Response(await response.text(), response);
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) return response;
  signal.addEventListener('abort', () => clearTimeout(silence));
  const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: listen,
    transform(chunk, controller) {
      listen();
      controller.enqueue(chunk);
    },
    flush(controller) {
      clearTimeout(silence);
      controller.error(new Error('The stream ended.'));
    },
  });
  return new Response(response.body.pipeThrough(watched, { signal }), response);
};
