import { vi } from 'vitest';

interface Gate {
  readonly open: () => void;
  /** How many events have come for those who wait at the gate. */
  readonly waiting: () => number;
}

/** Lets event streams through up to the first event with this text, and the rest at once when the gate is opened. */
export function holdAfterFirst(text: string): Gate {
  const gate = Promise.withResolvers<void>();
  let isHeld = false;
  let waiting = 0;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
    let rest = '';
    const events = new TransformStream<string, string>({
      transform(chunk, controller) {
        const whole = (rest + chunk).split(/(?<=\n\n)/);
        rest = whole.at(-1)?.endsWith('\n\n') ? '' : (whole.pop() ?? '');
        for (const event of whole) {
          if (isHeld) waiting += 1;
          isHeld ||= event.includes(text);
          controller.enqueue(event);
        }
      },
    });
    let hasPassed = false;
    const held = new TransformStream<string, string>(
      {
        async transform(event, controller) {
          if (hasPassed) await gate.promise;
          hasPassed ||= event.includes(text);
          controller.enqueue(event);
        },
      },
      { highWaterMark: 1_000 },
    );
    const body = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(events)
      .pipeThrough(held)
      .pipeThrough(new TextEncoderStream());
    return new Response(body, response);
  });
  return { open: gate.resolve, waiting: () => waiting };
}

/** Holds the server's answers to requests of this method back until the gate is opened. */
export function holdAnswers(method: string): Gate {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method !== method) return response;
    waiting += 1;
    const { signal } = init;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    await Promise.race([gate.promise, aborted]);
    return response;
  });
  return { open: gate.resolve, waiting: () => waiting };
}
