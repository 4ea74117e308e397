/**
 * As `fetch`, but an event stream that ends breaks off with an error. A server that stops ends its streams together
 * with their last events, and graphql-sse would wait forever for what comes after those.
 */
export const fetchEndless: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) return response;
  const breakingOff = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    flush: (controller) => controller.error(new Error('The stream ended.')),
  });
  return new Response(response.body.pipeThrough(breakingOff), response);
};
