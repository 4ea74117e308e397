/** Values that are encoded in one piece, about. */
const PIECE_VALUES = 25_000;

/** The JSON text of a value, in pieces to be joined: `JSON.stringify` of all of it may take too long. */
export function* jsonPieces(value: unknown, pieceValues: number = PIECE_VALUES): Generator<string> {
  if (!isDivisible(value) || sizeOf(value, pieceValues) < pieceValues) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    yield* listPieces(value, pieceValues);
  } else {
    yield* objectPieces(value, pieceValues);
  }
}

/** Items that are small go together. */
function* listPieces(items: readonly unknown[], pieceValues: number): Generator<string> {
  let from = 0;
  let size = 0;
  const pieceUpTo = (to: number) => {
    const text = JSON.stringify(items.slice(from, to)).slice(1, -1);
    return from > 0 ? `,${text}` : text;
  };
  yield '[';
  for (const [index, item] of items.entries()) {
    const itemSize = sizeOf(item, pieceValues);
    if (size > 0 && size + itemSize >= pieceValues) {
      yield pieceUpTo(index);
      [from, size] = [index, 0];
    }
    if (itemSize < pieceValues) {
      size += itemSize;
      continue;
    }
    if (index > 0) yield ',';
    yield* jsonPieces(item, pieceValues);
    from = index + 1;
  }
  if (size > 0) yield pieceUpTo(items.length);
  yield ']';
}

function* objectPieces(object: object, pieceValues: number): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* jsonPieces(value, pieceValues);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Whether a value is a list or an object, and not one that says itself how it is shown. */
function isDivisible(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

/** How many values a value holds, itself among them, counted up to `enough`. */
function sizeOf(value: unknown, enough: number): number {
  if (!isDivisible(value)) return 1;
  let size = 1;
  const inner = Array.isArray(value) ? value : Object.values(value);
  for (const one of inner) {
    if (size >= enough) return size;
    size += sizeOf(one, enough - size);
  }
  return size;
}
