import type { Tier } from '../../src/contract/tiers.ts';
import { SseReader } from '../harness/clients/sse-reader.ts';
import type { Api } from './api.ts';

interface Reading {
  /** Whose key goes along; null sends none. By default enterprise. */
  readonly tier?: Tier | null;
  readonly headers?: Record<string, string>;
}

/** Opens a stream, reads it, and leaves it, whatever happens. */
export async function reading(
  api: Api,
  path: string,
  read: (stream: SseReader) => Promise<void>,
  { tier = 'enterprise', headers = {} }: Reading = {},
): Promise<void> {
  const key: Record<string, string> = tier === null ? {} : { 'x-api-key': api.keyOf(tier) };
  const stream = await SseReader.open(api.urlOf(path), { ...key, ...headers });
  try {
    await read(stream);
  } finally {
    await stream.close();
  }
}
