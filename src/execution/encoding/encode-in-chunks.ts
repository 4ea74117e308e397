import type { ExecutionResult } from 'graphql';
import type { Scheduler } from '../../scheduler.ts';
import { EncodedData } from './encoded-data.ts';
import { jsonChunks } from './json-chunks.ts';

/**
 * Encodes the data of a large result chunk by chunk, yielding to other work in between; null without
 * data.
 */
export async function encodeInChunks(
  result: ExecutionResult,
  account: string,
  scheduler: Scheduler,
): Promise<EncodedData | null> {
  if (!result.data) return null;
  const texts: string[] = [];
  await scheduler.turn(account, result);
  for (const text of jsonChunks(result.data)) {
    texts.push(text);
    await scheduler.turn(account, result);
  }
  return EncodedData.ofJson(texts.join(''));
}
