import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import type { Credential } from '../../credential.ts';
import type { OddsgraphError } from '../../errors.ts';
import { invalidResponse, refusalError, timedOut, unavailable } from '../failure.ts';

export interface StreamRequest {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly credential: Credential;
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** How long the beginning of an answer is waited for. */
export const HEADERS_TIMEOUT_MS = 15_000;

/** The most that is read of a refusal, in bytes, and how long its body is waited for. */
const REFUSAL_BYTES_MAX = 64 * 1024;
const REFUSAL_MS = 10_000;

/** Asks upstream for an event stream, and gives its bytes. Throws what upstream answers instead. */
export async function requestStream(request: StreamRequest): Promise<AsyncIterable<Buffer>> {
  const { dispatcher, origin, path, credential, lastEventId, signal, clock } = request;
  const response = await dispatcher.request({
    origin,
    path,
    method: 'GET',
    headers: {
      accept: 'text/event-stream',
      'x-api-key': credential.reveal(),
      ...(lastEventId !== null && { 'last-event-id': lastEventId }),
    },
    signal,
  });
  const { statusCode: status } = response;
  const header = (name: string) => {
    const value = response.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
  if (status !== 200) {
    const late = clock.after(REFUSAL_MS, () => response.body.destroy());
    const body = await beginningOf(response.body, REFUSAL_BYTES_MAX);
    late.cancel();
    throw refusalError({ status, header, body }, clock.now());
  }
  if (!header('content-type')?.toLowerCase().startsWith('text/event-stream')) {
    throw invalidResponse('is no event stream');
  }
  if ((header('content-encoding') ?? 'identity') !== 'identity') {
    throw invalidResponse('is compressed, which was not asked for');
  }
  return response.body;
}

/** Why a stream could not be opened, or broke. */
export function connectionError(error: unknown): OddsgraphError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'UND_ERR_HEADERS_TIMEOUT' ? timedOut(HEADERS_TIMEOUT_MS) : unavailable(error);
}

async function beginningOf(body: AsyncIterable<Buffer>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bytesMax) break;
    }
  } catch {
    // It was cut off: the status is known all the same.
  }
  return Buffer.concat(chunks).toString();
}
