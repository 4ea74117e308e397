import type { Tier } from '../../src/contract/tiers.ts';
import { SseReader } from '../harness/clients/sse-reader.ts';
import type { Api } from './api.ts';

interface Reading {
  /** The tier whose key is sent; null sends none. Enterprise by default. */
  readonly tier?: Tier | null;
  readonly headers?: Record<string, string>;
}

/** Opens a stream, reads from it, and always closes it. */
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
