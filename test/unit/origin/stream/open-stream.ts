import type { Tier } from '../../../../src/contract/tiers.ts';
import { SseReader } from '../../../harness/clients/sse-reader.ts';
import type { RunningOrigin } from '../hand-made-feed.ts';

/** Opens a stream with the demo key of a tier, by default enterprise. */
export function openStream(
  { api }: RunningOrigin,
  path: string,
  tier: Tier = 'enterprise',
  headers: Record<string, string> = {},
): Promise<SseReader> {
  return SseReader.open(api.urlOf(path), { 'x-api-key': api.keyOf(tier), ...headers });
}
