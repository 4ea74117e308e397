/**
 * Like `fetch`, but an event stream that ends is an error to its reader. A server that shuts down may end its streams
 * without an error, together with their last events. Then graphql-sse would wait forever for the next ones.
 */
export const fetchUnended: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) return response;
  const failingAtEnd = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    flush: (controller) => controller.error(new Error('The stream ended.')),
  });
  return new Response(response.body.pipeThrough(failingAtEnd), response);
};
