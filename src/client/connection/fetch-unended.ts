/** The server says something every twelve seconds, if only that the connection is alive. */
export const SILENCE_MS = 30_000;

/**
 * Like `fetch`, but an event stream that ends is an error to its reader, and so is a server that says nothing for long. A
 * server that shuts down may end its streams without an error, together with their last events. Then graphql-sse would
 * wait forever for the next ones, as it would on a connection that is dead, or behind a proxy that holds everything back.
 * Everything else is read to its end, in the same time, since graphql-sse aborts refused requests before anybody can.
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
  let isStream = false;
  try {
    const response = await fetch(input, { ...init, signal });
    const type = response.headers.get('content-type') ?? '';
    isStream = response.ok && type.startsWith('text/event-stream');
    if (!isStream) return new Response((await response.text()) || null, response);
    signal.addEventListener('abort', () => clearTimeout(silence));
    const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        listen();
        controller.enqueue(chunk);
      },
      flush(controller) {
        clearTimeout(silence);
        controller.error(new Error('The stream ended.'));
      },
    });
    return new Response(response.body?.pipeThrough(watched, { signal }), response);
  } finally {
    if (!isStream) clearTimeout(silence);
  }
};
