/** The server says something every twelve seconds, if only that the connection is alive. */
const SILENCE_MS = 30_000;

/**
 * Like `fetch`, but an event stream that ends or says nothing for long is an error to its reader. A server that shuts down
 * may end its streams without an error, together with their last events. Then graphql-sse would wait forever for the next
 * ones, as it would on a connection that is dead, or behind a proxy that holds everything back. A refusal is read to its
 * end, since graphql-sse aborts the request before anybody can.
 */
export const fetchUnended: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.ok) return new Response(await response.text(), response);
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) return response;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const end = (controller: TransformStreamDefaultController) => {
    clearTimeout(silence);
    controller.error(new Error('The stream ended.'));
  };
  const listen = (controller: TransformStreamDefaultController) => {
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_MS, controller);
  };
  const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: listen,
    transform(chunk, controller) {
      listen(controller);
      controller.enqueue(chunk);
    },
    flush: end,
  });
  init?.signal?.addEventListener('abort', () => clearTimeout(silence));
  return new Response(response.body.pipeThrough(watched), response);
};
