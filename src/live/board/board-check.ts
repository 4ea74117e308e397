import type { Clock } from '../../clock.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import type { Odds } from '../../contract/odds.ts';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { ROUTES } from '../../contract/routes.ts';
import type { Credential } from '../../credential.ts';
import { boardChecks } from '../../metrics.ts';
import { Usage } from '../../upstream/request-usage.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { OddsBoard } from './odds-board.ts';
import { isSameState } from './odds-rows.ts';

export interface BoardCheckOptions {
  readonly board: OddsBoard;
  readonly credential: Credential;
  readonly upstream: Upstream;
  readonly clock: Clock;
}

/** How long a check holds. There is one a minute, of which one may fail. */
const HOLDS_MS = 130_000;

/** How long what upstream lists may be on its way through the stream; the next frame after that has it. */
const SETTLED_MS = 2_000;

/** From the least to the most. */
type Range = readonly [number, number];

/** One reading of upstream's list, and what it shows that the board does not. */
interface Look {
  readonly offset: number;
  readonly begunAt: number;
  /** The look before this one, which found a difference; null where this is the first. */
  readonly before: Look | null;
  /** How many prices the board has held since it began. */
  sizes: Range;
  /** Null until upstream has answered. */
  answer: { readonly at: number; readonly total: number; readonly missing: Range } | null;
  /** Prices by id as upstream lists them, which the board does not hold like that. */
  suspects: ReadonlyMap<string, Odds>;
}

/**
 * Compares a board with upstream's own list of prices: a stream may be open and say nothing, and a
 * price that it never announces stays unknown to the board. A check reads one page, whose total tells
 * whether any price is missing anywhere. Stream and list race each other, so a difference has to be
 * there still at a later frame of the stream, and then the same one in a second reading. The board is
 * incomplete from then on, until there is a new snapshot and a check that finds no difference.
 */
export class BoardCheck {
  readonly #options: BoardCheckOptions;
  /** Since when the board is known to be right; null where it is not. */
  #rightSince: number | null = null;
  #isDoubted = false;
  #look: Look | null = null;
  /** Where the page begins that is next: one after the other, all are read. */
  #offset = 0;

  constructor(options: BoardCheckOptions) {
    this.#options = options;
  }

  /** Whether the board was right not long ago. */
  get isRecent(): boolean {
    return this.#rightSince !== null && this.#now - this.#rightSince < HOLDS_MS;
  }

  /** Begins a check of a board that is whole, unless one is under way. Never rejects. */
  async start(): Promise<void> {
    if (this.#look !== null) return;
    const offset = this.#offset < this.#options.board.listed ? this.#offset : 0;
    this.#offset = offset + PAGE_SIZE_MAX;
    await this.#read(offset, null);
  }

  /** Takes notice of a frame that the board has taken. */
  noteFrame({ kind }: StreamFrame): void {
    if (kind === 'connected') {
      this.#look = null;
    } else if (kind === 'snapshot:complete') {
      if (!this.#isDoubted) this.#rightSince = this.#now;
    } else if (this.#look !== null) {
      this.#lookAgain(this.#look);
    }
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  async #read(offset: number, before: Look | null): Promise<void> {
    const { listed } = this.#options.board;
    const look: Look = {
      offset,
      begunAt: this.#now,
      before,
      sizes: [listed, listed],
      answer: null,
      suspects: new Map(),
    };
    this.#look = look;
    const page = await this.#page(offset).catch(() => null);
    if (this.#look !== look) return; // The stream was opened anew.
    if (page === null) {
      this.#end('failed');
      return;
    }
    const { total } = page.meta;
    look.answer = { at: this.#now, total, missing: missing(total, look.sizes) };
    look.suspects = this.#suspects(page.data);
    if (!differs(look)) this.#end('agreed');
  }

  /** A page as upstream lists it now, on no operation's account; null where its lists are late. */
  async #page(offset: number): Promise<OddsPage | null> {
    const { credential, upstream } = this.#options;
    const caller = { credential, usage: new Usage() };
    const page = await upstream.call(ROUTES.odds, caller, {
      query: { limit: PAGE_SIZE_MAX, offset },
      freshForMs: 0,
    });
    return upstream.client.accountStatus(credential).dataDelaySeconds === 0 ? page : null;
  }

  #lookAgain(look: Look): void {
    const { listed } = this.#options.board;
    look.sizes = [Math.min(look.sizes[0], listed), Math.max(look.sizes[1], listed)];
    if (look.answer === null) return;
    look.suspects = this.#suspects(look.suspects.values());
    if (!differs(look)) this.#end('agreed');
    else if (this.#now - look.answer.at < SETTLED_MS) return;
    else if (look.before === null) void this.#read(look.offset, look);
    else this.#end(isSame(look.before, look) ? 'differed' : 'agreed');
  }

  #suspects(rows: Iterable<Odds>): Map<string, Odds> {
    const { board } = this.#options;
    const suspects = new Map<string, Odds>();
    for (const row of rows) if (!board.holds(row)) suspects.set(row.id, row);
    return suspects;
  }

  #end(outcome: 'agreed' | 'differed' | 'failed'): void {
    const begunAt = this.#look?.begunAt ?? null;
    this.#look = null;
    boardChecks.inc({ outcome });
    if (outcome === 'failed') return;
    this.#isDoubted = outcome === 'differed';
    this.#rightSince = this.#isDoubted ? null : begunAt;
    if (this.#isDoubted) this.#options.board.noteMissing();
  }
}

/** How many prices of a list a board has not that held so many; less than none where it has more. */
function missing(total: number, [fewest, most]: Range): Range {
  return [total - most, total - fewest];
}

function differs({ answer, sizes, suspects }: Look): boolean {
  if (answer === null) return false;
  const [least, most] = missing(answer.total, sizes);
  return suspects.size > 0 || least > 0 || most < 0;
}

/** Whether two looks that both found a difference may have found the same one. */
function isSame(one: Look, other: Look): boolean {
  const [a, b] = [one.answer?.missing ?? [0, 0], other.answer?.missing ?? [0, 0]];
  const [least, most] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  if (least <= most && (least > 0 || most < 0)) return true;
  return [...other.suspects].some(([id, row]) => {
    const before = one.suspects.get(id);
    return before !== undefined && isSameState(before, row);
  });
}
