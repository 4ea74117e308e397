import { shortened } from './quoted.ts';

/** A list that was cut: how many of its items are left. */
export interface Cut {
  readonly path: readonly string[];
  readonly shown: number;
  readonly total: number;
}

/** Longer texts are cut as well, if an answer is too large: names are shorter. */
const TEXT_MAX = 200;

/** Whether a list with this name is a page of a connection. */
export function areRows(name: string | undefined): boolean {
  return name === 'nodes' || name === 'edges';
}

/** The bytes of objects and lists that have been measured: a large answer is measured once, however often it is cut. */
const measured = new WeakMap<object, number>();

/** The bytes of a value's JSON. A value must not change once it has been measured. */
export function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return jsonBytes(value);
  const known = measured.get(value);
  if (known !== undefined) return known;
  const bytes = Array.isArray(value) ? jsonBytes(value) : objectBytes(value);
  measured.set(value, bytes);
  return bytes;
}

/** A brace, and each property with the comma or brace behind it. */
function objectBytes(value: object): number {
  const properties = Object.entries(value);
  const bytes = properties.map(([name, one]) => jsonBytes(name) + 1 + sizeOf(one) + 1);
  return Math.max(2, 1 + bytes.reduce((sum, one) => sum + one, 0));
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/**
 * `value` with the ends of its longest lists cut, so that its JSON has at most `bytesMax` bytes, or as few as possible:
 * each list keeps its first item, which may be cut itself. Adds what was cut to `cuts`.
 */
export function withCutLists(
  value: unknown,
  bytesMax: number,
  cuts: Cut[],
  path: readonly string[] = [],
  size = sizeOf(value),
): unknown {
  if (size <= bytesMax) return value;
  if (typeof value === 'string') return shortened(value, TEXT_MAX);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return objectWithCutLists(value, size - bytesMax, cuts, path);
  const items: unknown[] = [];
  let bytes = 2;
  for (const item of value) {
    const itemSize = sizeOf(item);
    if (bytes + itemSize + 1 > bytesMax) {
      // One that is large by itself is cut rather than left out. Other rows of a page come with the next one.
      const isCut = items.length === 0 || (!areRows(path.at(-1)) && bytes < bytesMax / 2);
      if (isCut) items.push(withCutLists(item, bytesMax - bytes, cuts, path, itemSize));
      break;
    }
    items.push(item);
    bytes += itemSize + 1;
  }
  if (items.length < value.length) cuts.push({ path, shown: items.length, total: value.length });
  return items;
}

/** Cuts an object that is too large by `over` bytes, its largest property first. `pageInfo` stays: half a cursor is no use. */
function objectWithCutLists(
  value: object,
  over: number,
  cuts: Cut[],
  path: readonly string[],
): object {
  const properties = Object.entries(value)
    .filter(([name]) => name !== 'pageInfo')
    .map(([name, one]) => ({ name, one, bytes: sizeOf(one) }));
  const result: Record<string, unknown> = { ...value };
  let left = over;
  for (const { name, one, bytes } of properties.toSorted((a, b) => b.bytes - a.bytes)) {
    if (left <= 0) break;
    result[name] = withCutLists(one, Math.max(0, bytes - left), cuts, [...path, name], bytes);
    left -= bytes - sizeOf(result[name]);
  }
  return result;
}
