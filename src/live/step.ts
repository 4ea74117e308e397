/** A place in a lane's stream of changes. */
export interface Position {
  /** The board's number of the last change that was taken. */
  readonly seq: number;
  /** Changes of this lane up to there, by which overtaken ones are counted; null where not known. */
  readonly count: number | null;
}

/** What a reader takes at a time. The same frame goes to every reader who stands at the same place. */
export interface Frame<Payload> {
  readonly payloads: readonly Payload[];
  /** What those who deliver it made of it, by how they ask: made once, used by all. */
  readonly encodings: Map<string, unknown>;
}

/** Frames that lead to a place, one after the other. */
export interface Step<Payload> {
  readonly frames: readonly Frame<Payload>[];
  /** Things of the board that it shows. */
  readonly rows: number;
  readonly to: Position;
}

/** Payloads one after the other, each made when it is read: until then its rows alone are held. */
export interface Parts<Payload> {
  readonly count: number;
  readonly at: (index: number) => Payload;
}

/** Rows of one frame, about, and payloads: what is executed, loaded for and encoded at a time. */
const FRAME_ROWS = 500;
const FRAME_PAYLOADS_MAX = 500;

export function frameOf<Payload>(payloads: readonly Payload[]): Frame<Payload> {
  return { payloads, encodings: new Map() };
}

/** Payloads that are ready. */
export function partsOf<Payload>(payloads: readonly Payload[]): Parts<Payload> {
  return { count: payloads.length, at: (index) => payloads[index] as Payload };
}

/** Puts parts, which show so many rows in all, into frames. */
export function stepOf<Payload>(parts: Parts<Payload>, rows: number, to: Position): Step<Payload> {
  const { count } = parts;
  const fitting = Math.floor((FRAME_ROWS * count) / Math.max(1, rows));
  const size = Math.min(FRAME_PAYLOADS_MAX, Math.max(1, fitting));
  const frames: Frame<Payload>[] = [];
  for (let i = 0; i < count; i += size) {
    frames.push(new FrameOfParts(parts, i, Math.min(size, count - i)));
  }
  return { frames, rows, to };
}

class FrameOfParts<Payload> implements Frame<Payload> {
  readonly encodings = new Map<string, unknown>();
  readonly #parts: Parts<Payload>;
  readonly #first: number;
  readonly #length: number;

  constructor(parts: Parts<Payload>, first: number, length: number) {
    this.#parts = parts;
    this.#first = first;
    this.#length = length;
  }

  get payloads(): readonly Payload[] {
    return Array.from({ length: this.#length }, (_, i) => this.#parts.at(this.#first + i));
  }
}
