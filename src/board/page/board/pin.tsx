import { isPinned, togglePin } from './own-board.ts';

interface Props {
  readonly event: string;
  /** -1 on the board, where the keyboard moves among rows: the page of the event has the button, too. */
  readonly tabIndex?: number;
}

/** Keeps an event on top of the board. */
export function Pin({ event, tabIndex = 0 }: Props) {
  return (
    <button
      type="button"
      class="pin"
      aria-label="Keep on top"
      aria-pressed={isPinned(event)}
      tabIndex={tabIndex}
      onMouseDown={(press) => {
        // The star's row moves away, so instead of the star the grid has the focus, from where the keyboard goes on.
        press.preventDefault();
        press.currentTarget.closest<HTMLElement>('.grid')?.focus({ preventScroll: true });
      }}
      onClick={() => togglePin(event)}
    >
      {isPinned(event) ? '★' : '☆'}
    </button>
  );
}
