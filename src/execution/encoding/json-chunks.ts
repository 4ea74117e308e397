import type { ExecutionResult } from 'graphql';
import type { Scheduler } from '../../scheduling/scheduler.ts';
import { EncodedData } from './encoded-data.ts';

/** JSON values in one chunk, roughly. */
const CHUNK_VALUES = 10_000;

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

/** The JSON text of a value, in chunks to be joined: encoding it at once could block for too long. */
export function* jsonChunks(value: unknown, chunkValues: number = CHUNK_VALUES): Generator<string> {
  if (!isDivisible(value) || sizeOf(value, chunkValues) < chunkValues) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    yield* listChunks(value, chunkValues);
  } else {
    yield* objectChunks(value, chunkValues);
  }
}

/** Small items share a chunk: those from index `from` on, with `size` values in all. A large item is divided. */
function* listChunks(items: readonly unknown[], chunkValues: number): Generator<string> {
  let from = 0;
  let size = 0;
  const chunkUpTo = (to: number) => {
    const text = JSON.stringify(items.slice(from, to)).slice(1, -1);
    return from > 0 ? `,${text}` : text;
  };
  yield '[';
  for (const [index, item] of items.entries()) {
    const itemSize = sizeOf(item, chunkValues);
    if (size > 0 && size + itemSize >= chunkValues) {
      yield chunkUpTo(index);
      [from, size] = [index, 0];
    }
    if (itemSize < chunkValues) {
      size += itemSize;
      continue;
    }
    if (index > 0) yield ',';
    yield* jsonChunks(item, chunkValues);
    from = index + 1;
  }
  if (size > 0) yield chunkUpTo(items.length);
  yield ']';
}

function* objectChunks(object: object, chunkValues: number): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* jsonChunks(value, chunkValues);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Whether a value is a list, or an object without a `toJSON` of its own. */
function isDivisible(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

/** How many values there are in a value, itself included. Counting stops at `enough`. */
function sizeOf(value: unknown, enough: number): number {
  if (!isDivisible(value)) return 1;
  let size = 1;
  const inner = Array.isArray(value) ? value : Object.values(value);
  for (const item of inner) {
    if (size >= enough) return size;
    size += sizeOf(item, enough - size);
  }
  return size;
}
