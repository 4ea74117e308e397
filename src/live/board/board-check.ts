import type { Clock } from '../../clock.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import type { Odds } from '../../contract/odds/odds.ts';
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

/** How long a passed check is valid. There is one a minute, and one may go unanswered. */
const VALID_MS = 130_000;

/**
 * The first frame that arrives this long after a list was read includes all changes the list has.
 */
const SETTLED_MS = 2_000;

/** Minimum and maximum. */
type Range = readonly [number, number];

/** One page of upstream's list, compared with the board. */
interface Comparison {
  readonly offset: number;
  readonly startedAt: number;
  /** The comparison before this one, which found a difference; null if this is the first. */
  readonly previous: Comparison | null;
  /**
   * How many rows upstream's list should have had, by the board's sizes since the comparison began.
   */
  expectedTotals: Range;
  /** Null until upstream has answered. */
  answer: { readonly at: number; readonly total: number; readonly missing: Range } | null;
  /** Rows of the page, by id, that the board doesn't agree with. */
  mismatches: ReadonlyMap<string, Odds>;
}

/**
 * Compares a board with upstream's own list of prices: a stream may be open but silent, and a price
 * that it never sends stays unknown to the board. A check reads one page, whose total shows whether
 * any price is missing anywhere. The stream and the list race each other, so a difference counts
 * only if it is still there at a later frame of the stream, and a second comparison finds the same
 * one. The board is then incomplete until a new snapshot and a check that finds no difference.
 */
export class BoardCheck {
  readonly #options: BoardCheckOptions;
  /**
   * When the last check that passed began, or a later snapshot was complete; null since a check found a
   * difference.
   */
  #passedAt: number | null = null;
  /** Whether the last check found a difference. */
  #hasDiffered = false;
  #comparison: Comparison | null = null;
  /** The offset of the next page. Checks cycle through the pages. */
  #nextOffset = 0;

  constructor(options: BoardCheckOptions) {
    this.#options = options;
  }

  /** Whether a check has passed recently. */
  get hasPassedRecently(): boolean {
    return this.#passedAt !== null && this.#now - this.#passedAt < VALID_MS;
  }

  /** Starts a check of a complete board, unless one is in progress. Never rejects. */
  async start(): Promise<void> {
    if (this.#comparison !== null) return;
    const offset = this.#nextOffset < this.#options.board.expectedTotal ? this.#nextOffset : 0;
    this.#nextOffset = offset + PAGE_SIZE_MAX;
    await this.#compare(offset, null);
  }

  /** Continues a check at a frame that the board has taken. */
  onFrame({ kind }: StreamFrame): void {
    if (kind === 'connected') {
      this.#comparison = null;
    } else if (kind === 'snapshot:complete') {
      if (!this.#hasDiffered) this.#passedAt = this.#now;
    } else if (this.#comparison !== null) {
      this.#compareAgain(this.#comparison);
    }
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  async #compare(offset: number, previous: Comparison | null): Promise<void> {
    const { expectedTotal } = this.#options.board;
    const comparison: Comparison = {
      offset,
      startedAt: this.#now,
      previous,
      expectedTotals: [expectedTotal, expectedTotal],
      answer: null,
      mismatches: new Map(),
    };
    this.#comparison = comparison;
    const page = await this.#readPage(offset).catch(() => null);
    if (this.#comparison !== comparison) return; // The stream was opened again.
    if (page === null) {
      this.#end('failed');
      return;
    }
    const { total } = page.meta;
    const missing = missingRows(total, comparison.expectedTotals);
    comparison.answer = { at: this.#now, total, missing };
    comparison.mismatches = this.#mismatches(page.data);
    if (!differs(comparison)) this.#end('agreed');
  }

  /**
   * A page of upstream's list now, not charged to any operation; null if the account's lists are
   * delayed.
   */
  async #readPage(offset: number): Promise<OddsPage | null> {
    const { credential, upstream } = this.#options;
    const caller = { credential, usage: new Usage() };
    const page = await upstream.call(ROUTES.odds, caller, {
      query: { limit: PAGE_SIZE_MAX, offset },
      freshForMs: 0,
    });
    return upstream.client.accounts.of(credential).dataDelaySeconds === 0 ? page : null;
  }

  #compareAgain(comparison: Comparison): void {
    const { expectedTotal } = this.#options.board;
    const [least, most] = comparison.expectedTotals;
    comparison.expectedTotals = [Math.min(least, expectedTotal), Math.max(most, expectedTotal)];
    const { answer, previous } = comparison;
    if (answer === null) return;
    comparison.mismatches = this.#mismatches(comparison.mismatches.values());
    if (!differs(comparison)) this.#end('agreed');
    else if (this.#now - answer.at < SETTLED_MS) return;
    else if (previous === null) void this.#compare(comparison.offset, comparison);
    else this.#end(isSameDifference(previous, comparison) ? 'differed' : 'agreed');
  }

  #mismatches(rows: Iterable<Odds>): Map<string, Odds> {
    const { board } = this.#options;
    const mismatches = new Map<string, Odds>();
    for (const row of rows) if (!board.agreesWith(row)) mismatches.set(row.id, row);
    return mismatches;
  }

  #end(outcome: 'agreed' | 'differed' | 'failed'): void {
    const startedAt = this.#comparison?.startedAt ?? null;
    this.#comparison = null;
    boardChecks.inc({ outcome });
    if (outcome === 'failed') return;
    this.#hasDiffered = outcome === 'differed';
    this.#passedAt = this.#hasDiffered ? null : startedAt;
    if (this.#hasDiffered) this.#options.board.markMissingPrices();
  }
}

/** How many rows of a list the board lacks; negative if it has more than the list. */
function missingRows(total: number, [least, most]: Range): Range {
  return [total - most, total - least];
}

function differs({ answer, expectedTotals, mismatches }: Comparison): boolean {
  if (answer === null) return false;
  const [least, most] = missingRows(answer.total, expectedTotals);
  return mismatches.size > 0 || least > 0 || most < 0;
}

/** Whether two comparisons that both found a difference may have found the same one. */
function isSameDifference(one: Comparison, other: Comparison): boolean {
  const [a, b] = [one.answer?.missing ?? [0, 0], other.answer?.missing ?? [0, 0]];
  const [least, most] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  if (least <= most && (least > 0 || most < 0)) return true;
  return [...other.mismatches].some(([id, row]) => {
    const earlier = one.mismatches.get(id);
    return earlier !== undefined && isSameState(earlier, row);
  });
}
