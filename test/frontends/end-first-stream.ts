/**
 * Runs in a page before its scripts. The page's first event stream ends after a few events, and the page sees those
 * and the end at once: as it does when the server stops while the page is busy.
 */
export function endFirstStreamWithEvents(): void {
  const { fetch } = globalThis;
  let isFirst = true;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream || !isFirst || response.body === null) return response;
    isFirst = false;
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(stream) {
        let events = '';
        while (events.split('event: next').length <= 5) events += (await chunks.read()).value ?? '';
        await chunks.cancel();
        stream.enqueue(new TextEncoder().encode(events.slice(0, events.lastIndexOf('\n\n') + 2)));
        stream.close();
      },
    });
    return new Response(body, response);
  };
}
