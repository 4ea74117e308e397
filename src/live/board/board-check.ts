import type { Credential } from '../../access/credential.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import type { Odds } from '../../contract/odds/odds.ts';
import type { OddsPage } from '../../contract/routes/odds.ts';
import { ROUTES } from '../../contract/routes.ts';
import { metrics } from '../../observability/metrics.ts';
import type { Clock } from '../../scheduling/clock.ts';
import { Usage } from '../../upstream/request-usage.ts';
import type { StreamFrame } from '../../upstream/stream/stream-frames.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { OddsBoard } from './odds-board.ts';
import { hasSameOdds, isSameSelection } from './odds-rows.ts';

interface BoardCheckOptions {
  readonly board: OddsBoard;
  readonly credential: Credential;
  readonly upstream: Upstream;
  readonly clock: Clock;
  /** Called with prices as the board has them, but with the start of their event as upstream's list has it. */
  readonly onNewStarts: (odds: Odds[]) => void;
}

/** How long a passed check is valid. Checks run once a minute, so one of them may fail. */
const VALID_MS = 130_000;

/** Upstream's list may be ahead of its stream, which must catch up within this time after the list was read. */
const SETTLED_MS = 2_000;

/** `[minimum, maximum]`. */
type Range = readonly [number, number];

/** A comparison of one page of upstream's `GET /odds` with the board. */
interface Comparison {
  readonly startedAt: number;
  /** The fewest and the most rows that upstream should list, by the board's state since `startedAt`. */
  expectedTotals: Range;
  /** When upstream answered, and the total number of rows that it lists; null until then, and if it failed. */
  answer: { readonly at: number; readonly total: number } | null;
  /** Rows of the page, by id, that differ from the board's or are not on it. */
  mismatches: ReadonlyMap<string, Odds>;
  /** Resolves when the comparison is over. */
  readonly end: PromiseWithResolvers<void>;
}

/**
 * Checks that a board matches upstream's REST list, `GET /odds`: a stream may send nothing but heartbeats, or never
 * send some prices. Each check reads one page, and compares its rows, and the total number of rows, with the
 * board. The stream may be ahead of the list or behind it, so a difference counts only if it is still there at a
 * frame, heartbeats included, at least `SETTLED_MS` after the answer, and the page has the same difference when it
 * is read again. The board is then marked incomplete until its next snapshot, and `hasPassedRecently` is false
 * until a check finds no difference. The starts of events that the list has are put on the board.
 */
export class BoardCheck {
  readonly board: OddsBoard;
  readonly #options: BoardCheckOptions;
  /**
   * When the last comparison of a check that passed began, or a later snapshot was complete; null at first, and
   * from a difference that was found twice until a check passes.
   */
  #passedAt: number | null = null;
  /** Whether the last completed check found a difference in both reads. A snapshot then does not count as a passed check. */
  #hasDiffered = false;
  /** The comparison in progress; null if there is none. */
  #comparison: Comparison | null = null;
  /** The offset of the page to check next. Checks go through all pages, and then begin again. */
  #nextOffset = 0;

  constructor(options: BoardCheckOptions) {
    this.#options = options;
    this.board = options.board;
  }

  /** Whether a check has passed recently, or upstream has sent a whole snapshot. */
  get hasPassedRecently(): boolean {
    return this.#passedAt !== null && this.#now - this.#passedAt < VALID_MS;
  }

  /** Makes a check, unless one is in progress. The board must have a whole snapshot. Never rejects. */
  async start(): Promise<void> {
    if (this.#comparison !== null) return;
    const { board } = this;
    const offset = this.#nextOffset < board.expectedTotal ? this.#nextOffset : 0;
    this.#nextOffset = offset + PAGE_SIZE_MAX;
    const first = await this.#compare(offset);
    if (first === null) return;
    const last = differs(first) ? await this.#compare(offset) : first;
    if (last === null) return;
    this.#comparison = null;
    const hasDiffered = differs(first) && differs(last) && isSameDifference(first, last);
    const outcome = hasDiffered ? 'differed' : 'agreed';
    metrics.board_checks_total.inc({ outcome: last.answer === null ? 'failed' : outcome });
    if (last.answer === null) return;
    this.#hasDiffered = hasDiffered;
    this.#passedAt = hasDiffered ? null : last.startedAt;
    if (hasDiffered) board.markMissingPrices();
  }

  /** Continues the check. Called after the board has applied a frame. */
  onFrame({ kind }: StreamFrame): void {
    // Also on a live stream, if a proxy has connected again: a snapshot follows.
    if (kind === 'connected') this.abandon();
    else if (kind === 'snapshot:complete') {
      if (!this.#hasDiffered) this.#passedAt = this.#now;
    } else if (this.#comparison !== null) {
      this.#reconsider(this.#comparison);
    }
  }

  /** Abandons the check in progress, because its stream is lost or closed. */
  abandon(): void {
    this.#comparison?.end.resolve();
    this.#comparison = null;
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  /** Compares a page until it agrees, or has had the time to. Null if the check was abandoned. */
  async #compare(offset: number): Promise<Comparison | null> {
    const { expectedTotal } = this.board;
    const comparison: Comparison = {
      startedAt: this.#now,
      expectedTotals: [expectedTotal, expectedTotal],
      answer: null,
      mismatches: new Map(),
      end: Promise.withResolvers(),
    };
    this.#comparison = comparison;
    const page = await this.#readPage(offset).catch(() => null);
    if (page !== null && this.#comparison === comparison) {
      const restated = page.data.flatMap((row) => this.#withNewStart(row) ?? []);
      if (restated.length > 0) this.#options.onNewStarts(restated);
      comparison.answer = { at: this.#now, total: page.meta.total };
      comparison.mismatches = this.#mismatches(page.data);
      if (differs(comparison)) await comparison.end.promise;
    }
    return this.#comparison === comparison ? comparison : null;
  }

  /**
   * Reads a page of upstream's current list, outside of any GraphQL operation's request budget; null unless
   * upstream is known to serve this account's REST data without a delay.
   */
  async #readPage(offset: number): Promise<OddsPage | null> {
    const { credential, upstream } = this.#options;
    const caller = { credential, usage: new Usage() };
    const page = await upstream.call(ROUTES.odds, caller, {
      query: { limit: PAGE_SIZE_MAX, offset },
      freshForMs: 0,
    });
    return upstream.accounts.of(credential).dataDelaySeconds === 0 ? page : null;
  }

  /** Compares upstream's answer once more, now with the present state of the board. */
  #reconsider(comparison: Comparison): void {
    const { expectedTotal } = this.board;
    const [min, max] = comparison.expectedTotals;
    comparison.expectedTotals = [Math.min(min, expectedTotal), Math.max(max, expectedTotal)];
    const { answer } = comparison;
    if (answer === null) return;
    comparison.mismatches = this.#mismatches(comparison.mismatches.values());
    if (!differs(comparison) || this.#now - answer.at >= SETTLED_MS) comparison.end.resolve();
  }

  /** Changes on the stream lack the start: that of an event which is postponed is known from the list alone. */
  #withNewStart(row: Odds): Odds | null {
    const { event_start_time } = row;
    const existing = this.board.rows.get(row.id);
    if (existing === undefined || !isSameSelection(existing, row)) return null;
    const movedBy = Date.parse(event_start_time) - Date.parse(existing.event_start_time);
    return movedBy ? { ...existing, event_start_time } : null;
  }

  #mismatches(rows: Iterable<Odds>): Map<string, Odds> {
    const mismatches = new Map<string, Odds>();
    for (const row of rows) if (!this.board.agreesWith(row)) mismatches.set(row.id, row);
    return mismatches;
  }
}

/** How many rows of upstream's list the board lacks, at least and at most; negative if it has more. */
function missingRows({ answer, expectedTotals: [min, max] }: Comparison): Range {
  return answer === null ? [0, 0] : [answer.total - max, answer.total - min];
}

function differs(comparison: Comparison): boolean {
  const [min, max] = missingRows(comparison);
  return comparison.mismatches.size > 0 || min > 0 || max < 0;
}

/** Whether two comparisons that both found a difference may have found the same one. */
function isSameDifference(one: Comparison, other: Comparison): boolean {
  const [a, b] = [missingRows(one), missingRows(other)];
  // The numbers of missing rows that fit both comparisons.
  const [min, max] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  if (min <= max && (min > 0 || max < 0)) return true;
  return [...other.mismatches].some(([id, row]) => {
    const earlier = one.mismatches.get(id);
    return earlier !== undefined && hasSameOdds(earlier, row);
  });
}
