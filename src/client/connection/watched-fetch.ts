/** The server says something every twelve seconds, if only that the connection is alive. */
export const SILENCE_MS = 30_000;

/**
 * Like `fetch`, but the reader of an event stream gets an error when the stream ends, or when the server says nothing for
 * `SILENCE_MS`. Otherwise graphql-sse would wait forever for the next event, be it that a server has shut down and ended
 * its streams regularly, that the connection is dead, or that a proxy holds everything back. Any other response is read to
 * its end here, within the same time: graphql-sse aborts a refused request before its text could be read.
 */
export const watchedFetch: typeof fetch = async (input, init) => {
  const lost = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const expectMore = () => {
    clearTimeout(silence);
    silence = setTimeout(() => lost.abort(), SILENCE_MS);
  };
  expectMore();
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
        expectMore();
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
