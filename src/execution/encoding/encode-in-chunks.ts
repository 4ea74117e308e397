import type { ExecutionResult } from 'graphql';
import type { Scheduler } from '../../scheduling/scheduler.ts';
import { EncodedData } from './encoded-data.ts';
import { jsonChunks } from './json-chunks.ts';

/**
 * Encodes the data of a large result chunk by chunk, yielding to other work in between; null if the result
 * has no data. The scheduler gives turns to accounts fairly, and within an account to results.
 */
export async function encodeInChunks(
  result: ExecutionResult,
  account: string,
  scheduler: Scheduler,
): Promise<EncodedData | null> {
  if (!result.data) return null;
  const chunks: Buffer[] = [];
  await scheduler.turn(account, result);
  for (const text of jsonChunks(result.data)) {
    chunks.push(Buffer.from(text));
    await scheduler.turn(account, result);
  }
  return new EncodedData(chunks);
}
