import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isComplete } from '../prices/feed.ts';
import { tierName } from '../prices/formats.ts';
import { openBet } from '../prices/open-bet.ts';
import { eventAddress } from '../shell/current-route.ts';
import { store } from './board-feed.ts';
import { phase, search } from './board-filter.ts';
import { type Column, cellWidth, columns, firstBookIndex } from './columns.ts';
import { hasFairPrices } from './own-board.ts';
import { type ColumnWindow, RowView } from './row-view.tsx';
import { activeIndex, activeMarket, hasMarketNames, rowAt, rows } from './rows.ts';

/** This many rows above and below the visible part are rendered too. */
const OVERSCAN = 2;

/** In pixels, as in grid.css. */
const HEAD_HEIGHT = 36;

/** The visible part of the grid, in pixels. */
interface View {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  readonly width: number;
}

/** The board's table. Only rows and columns in or near view are in the DOM; scrolling reuses the elements of rows. */
export function Grid() {
  const element = useRef<HTMLDivElement>(null);
  // A guess, until the grid is measured.
  const [view, setView] = useState<View>({ top: 0, left: 0, height: 900, width: 1400 });
  const active = activeIndex.value;
  // How many row elements there are to reuse: as many as rows were ever in the DOM at once. When that grows, all are made anew.
  const rowElements = useRef(1);
  // Where the active row is, or was until its market closed or was filtered out.
  const activePlace = useRef(0);
  if (active >= 0) activePlace.current = active;
  useViewport(element, setView);
  useSearchFromTop(element);
  useReturn(element, active);
  const { top, left, height, width } = view;
  const placement = rows.value;
  const from = Math.max(0, rowAt(placement, top) - OVERSCAN);
  const shown = placement.rows.slice(from, rowAt(placement, top + height) + OVERSCAN + 1);
  const isActiveShown = active >= from && active < from + shown.length;
  rowElements.current = Math.max(rowElements.current, shown.length);
  const columnWindow = useColumnsInView(columns.value, left, width);
  return (
    <div
      ref={element}
      class={`grid scroll${hasMarketNames.value ? ' named' : ''}${hasFairPrices.value ? ' with-fair' : ''}`}
      role="grid"
      aria-label="Prices by event and sportsbook"
      aria-rowcount={placement.rows.length + 1}
      aria-colcount={columns.value.length + firstBookIndex() - 1}
      aria-activedescendant={isActiveShown ? `row-${active}` : undefined}
      tabIndex={0}
      onClick={({ target }) => onClick(target as Element)}
      onKeyDown={(event) =>
        onKey(event, active, activePlace.current, (next) => {
          activeMarket.value = rows.value.rows[next]?.market.key ?? null;
          show(element.current, next);
        })
      }
    >
      <div
        class="canvas"
        role="presentation"
        style={{
          height: `${placement.height + HEAD_HEIGHT}px`,
          '--columns': columns.value.length,
          '--cell-width': `${cellWidth.value}px`,
        }}
      >
        <Head columnWindow={columnWindow} />
        {shown.map((row, offset) => (
          <RowView
            key={(from + offset) % rowElements.current}
            row={row}
            index={from + offset}
            isActive={from + offset === active}
            columnWindow={columnWindow}
          />
        ))}
      </div>
    </div>
  );
}

function Head({ columnWindow }: { readonly columnWindow: ColumnWindow }) {
  const { first } = columnWindow;
  return (
    <div role="row" class="head small" aria-rowindex={1}>
      <div role="columnheader" class="event" aria-colindex={1}>
        Event
      </div>
      <div role="columnheader" class="best-cell" aria-colindex={2}>
        Best
      </div>
      {hasFairPrices.value && (
        <div role="columnheader" class="best-cell fair-cell" aria-colindex={3}>
          Fair
        </div>
      )}
      {columnWindow.columns.map(({ book, lockedTo }, position) => (
        <div
          key={book.id}
          role="columnheader"
          class={lockedTo === null ? 'cell' : 'cell locked'}
          aria-colindex={first + position + firstBookIndex()}
          style={{ transform: `translateX(${(first + position) * cellWidth.value}px)` }}
          title={
            lockedTo === null ? book.displayName : `${book.displayName} needs ${tierName(lockedTo)}`
          }
        >
          <span dir="auto">{book.displayName}</span>
        </div>
      ))}
    </div>
  );
}

function useColumnsInView(all: readonly Column[], left: number, width: number): ColumnWindow {
  // One more on each side.
  const first = Math.max(0, Math.floor(left / cellWidth.value) - 1);
  const count = Math.ceil(width / cellWidth.value) + 2;
  // The same object while its columns are, so that rows that stay in view are not drawn again.
  return useMemo(() => ({ first, columns: all.slice(first, first + count) }), [all, first, count]);
}

/** Follows scrolling and the element's size, at most once per animation frame. */
function useViewport(
  element: { current: HTMLDivElement | null },
  onChange: (view: View) => void,
): void {
  useLayoutEffect(() => {
    const grid = element.current;
    if (grid === null) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = grid;
      onChange({ top, left, height, width });
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(onScroll);
    observer.observe(grid);
    grid.addEventListener('scroll', onScroll, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      grid.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, []);
}

/** Shows the first of the rows that another search or phase finds. */
function useSearchFromTop(element: { current: HTMLDivElement | null }): void {
  const isFirst = useRef(true); // On a return from an event, the active row is shown.
  useLayoutEffect(() => {
    if (element.current && !isFirst.current) element.current.scrollTop = 0;
    isFirst.current = false;
  }, [search.value, phase.value]);
}

/** On a return from an event, focuses the grid, and keeps the active row in view until all prices have arrived. */
function useReturn(element: { current: HTMLDivElement | null }, active: number): void {
  const isReturning = useRef(
    activeMarket.peek() !== null && document.activeElement === document.body,
  );
  useEffect(() => {
    if (isReturning.current) element.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!isReturning.current) return;
    show(element.current, active);
    if (isComplete.value) isReturning.current = false;
  }, [active, isComplete.value]);
}

/** One listener for all prices, as there are hundreds. On the event's page, which has fewer, they are buttons. */
function onClick(target: Element): void {
  const id = target.closest<HTMLElement>('[data-quote]')?.dataset['quote'];
  const key = target.closest<HTMLElement>('[data-market]')?.dataset['market'];
  const market = store.markets.get(key ?? '');
  if (id !== undefined && market !== undefined) openBet(market, id);
}

/** How many rows each key moves down; negative is up. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** `place` is where the active row is. If its row is gone, `active` is -1, and `place` is where it was. */
function onKey(
  event: KeyboardEvent,
  active: number,
  place: number,
  move: (index: number) => void,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return; // The browser's own shortcuts.
  const placed = rows.value.rows;
  const step = STEPS[event.key];
  if (step !== undefined) {
    event.preventDefault();
    const next = active < 0 && step > 0 ? place - 1 + step : place + step;
    move(Math.max(0, Math.min(placed.length - 1, next)));
  } else if (event.key === 'Enter' && event.target === event.currentTarget) {
    const row = placed[active];
    if (row !== undefined) location.hash = eventAddress(row.market.eventId);
  } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    event.preventDefault();
    const delta = event.key === 'ArrowRight' ? cellWidth.value : -cellWidth.value;
    (event.currentTarget as HTMLElement).scrollBy({ left: delta });
  }
}

/** Scrolls the row into view. */
function show(grid: HTMLElement | null, index: number): void {
  const row = rows.value.rows[index];
  if (grid === null || row === undefined) return;
  if (row.top < grid.scrollTop) grid.scrollTop = row.top;
  const bottom = row.top + row.height + HEAD_HEIGHT;
  if (bottom > grid.scrollTop + grid.clientHeight) grid.scrollTop = bottom - grid.clientHeight;
}
