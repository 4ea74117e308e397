import type { ExecutionResult } from 'graphql';
import type { Scheduler } from '../../scheduler.ts';
import { authenticationStatus } from '../http-status.ts';
import { EncodedData } from './encoded-data.ts';
import { jsonPieces } from './json-pieces.ts';

/**
 * Encodes the data of a large result, each piece in its turn; null where there is none, or where its
 * content still decides on the HTTP status.
 */
export async function encodeInPieces(
  result: ExecutionResult,
  account: string,
  scheduler: Scheduler,
): Promise<EncodedData | null> {
  if (!result.data || authenticationStatus(result) !== null) return null;
  const texts: string[] = [];
  await scheduler.turn(account, result);
  for (const text of jsonPieces(result.data)) {
    texts.push(text);
    await scheduler.turn(account, result);
  }
  return EncodedData.ofJson(texts.join(''));
}
